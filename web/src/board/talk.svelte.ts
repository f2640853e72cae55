import type { Picker } from "./picker.svelte";

/** What is said at the board: one board is played at a time. */
class Talk {
  /** Why what was pointed at cannot be done. */
  note: string = $state("");
  /** The things that a guide points at. */
  guided: string[] = $state.raw([]);
  /** The things that a hint is made of, while one looks at it. */
  hinted: string[] = $state.raw([]);
  pointed: string[] = $derived([...this.guided, ...this.hinted]);
  /** By which one points at the board that is played. */
  picker: Picker | null = $state.raw(null);

  hush(): void {
    this.note = "";
    this.pointed = [];
  }
}

export const talk = new Talk();
