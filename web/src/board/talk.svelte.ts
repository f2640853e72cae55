/** The interface of a picker to the page around its board. */
export interface Pointing {
  /** The things selected so far. */
  readonly picked: string[];
  /** The question then, in the board's own words; empty: none. */
  readonly asked: string;
  /** The things of a move. */
  thingsOf(move: string): string[];
}

/** Messages between a board and its page. A single instance: only one board is played at a time. */
class Talk {
  /** Why the last selection is not possible. */
  note: string = $state("");
  /** The things that a guide points at. */
  guided: string[] = $state.raw([]);
  /** The move of the hint that is hovered or focused; empty: none. */
  hint: string = $state("");
  /** The picker of the board that is played. */
  picker: Pointing | null = $state.raw(null);
  /** The things to highlight: those of the guide and of the hint. */
  pointed: string[] = $derived([...this.guided, ...((this.hint && this.picker?.thingsOf(this.hint)) || [])]);

  hush(): void {
    this.note = "";
    this.guided = [];
    this.hint = "";
  }
}

export const talk = new Talk();
