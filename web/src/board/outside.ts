import type { Component } from "svelte";

import type { BoardProps } from "../games/registry";
import type { Choices } from "../shell/settings.svelte";
import type { Beat } from "./pacer.svelte";

/**
 * The props of a plug-in board: those of every board, and what built-in boards read from the contexts of the
 * page.
 */
export type OutsideProps = BoardProps & {
  /** Whether a person plays on it, on the page of a table; otherwise it is read-only. */
  plays: boolean;
  /**
   * Whether it fills a stage of the page, as on a table or a big screen; otherwise it is in the flow of a
   * page.
   */
  fills: boolean;
  settings: Readonly<Choices>;
  /** Show a note, such as why something is not possible; an empty text hides it. */
  note: (text: string) => void;
  /** The things to highlight: those that a guide points at, and those of the move that a hint proposes. */
  pointed: string[];
  hint: string;
  /**
   * Report to the page what has been picked so far, and the next question if the board has its own text for
   * it.
   */
  picking: (picked: string[], asked: string) => void;
};

/** A mounted board: `update` shows another position, `destroy` removes it. */
export interface Drawing {
  update(props: OutsideProps): void;
  destroy(): void;
}

/**
 * The exports of the `board.js` of a plug-in game. Anything that can draw into an element can be a board;
 * `guide.js` has its guide.
 */
export interface OutsideModule {
  mount(target: HTMLElement, props: OutsideProps): Drawing;
  beat?: Beat;
}

export type DrawnComponent = Component<BoardProps>;
