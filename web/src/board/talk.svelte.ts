/** What a picker tells the page around its board. */
export interface Pointing {
  /** What has been pointed at so far. */
  readonly picked: string[];
  /** What is asked then, in the board's own words; empty: it has none. */
  readonly asked: string;
  /** The things that a move is made of. */
  thingsOf(move: string): string[];
}

/** What is said at the board: one board is played at a time. */
class Talk {
  /** Why what was pointed at cannot be done. */
  note: string = $state("");
  /** The things that a guide points at. */
  guided: string[] = $state.raw([]);
  /** The move that a hint proposes, while one looks at it; empty: none. */
  hint: string = $state("");
  /** How one points at the board that is played. */
  picker: Pointing | null = $state.raw(null);
  /** What the board shows as pointed at: what the guide speaks of, and what the hint is made of. */
  pointed: string[] = $derived([...this.guided, ...((this.hint && this.picker?.thingsOf(this.hint)) || [])]);

  hush(): void {
    this.note = "";
    this.guided = [];
    this.hint = "";
  }
}

export const talk = new Talk();
