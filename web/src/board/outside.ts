import type { Component } from "svelte";

import type { BoardProps } from "../games/registry";
import type { Choices } from "../shell/settings.svelte";
import type { Beat } from "./pacer.svelte";

/** What a board from outside is given: what every board is, and what ours have from the page around them. */
export type OutsideProps = BoardProps & {
  /** Whether somebody plays on it, on a table's page; else it is only looked at. */
  plays: boolean;
  /** Whether the page has a stage for it, which it fills, as on a table or a big screen; else it stands in the flow of a page. */
  fills: boolean;
  settings: Readonly<Choices>;
  /** Says, in sight, why something cannot be done; an empty text takes that back. */
  note: (text: string) => void;
  /** The things that a guide points at, and the move that a hint proposes (or an empty text), to be shown. */
  pointed: string[];
  hint: string;
  /** Tells the page what has been pointed at so far, and what is asked then, if the board has words of its own for it. */
  picking: (picked: string[], asked: string) => void;
};

/** A board that is drawn: given another position, it shows that; it goes when its page goes. */
export interface Drawing {
  update(props: OutsideProps): void;
  destroy(): void;
}

/** What the file `board.js` of a game from outside exports. Anything that can draw into an element can be a board; `guide.js` has its guide. */
export interface OutsideModule {
  mount(target: HTMLElement, props: OutsideProps): Drawing;
  beat?: Beat;
}

export type DrawnComponent = Component<BoardProps>;
