import type { Component } from "svelte";

import type { GameTexts, Language, Move, Outcome, Phase, Seat, TableEvent, View } from "../api/types";
import type { Guide } from "../guide/guide";
import type { Say } from "./say";

/** What every drawn board is given. A board draws a view and offers legal moves; it computes none. */
export interface BoardProps {
  view: View;
  /** What was shown before this view, for what moves from one to the other; null: nothing. */
  before: View | null;
  moves: Move[];
  /** What the viewer has chosen already, where all choose at once and nobody sees it yet. */
  chosen: string | null;
  /** The seat whose eyes we look with; null: the audience. */
  viewer: number | null;
  seats: Seat[];
  phase: Phase;
  outcome: Outcome | null;
  texts: GameTexts;
  say: Say;
  language: Language;
  /** What the last frame told, in words. */
  events: TableEvent[];
  /** The server's time now, for moves with a `from`. */
  serverNow: () => number;
  onmove: (move: string) => void;
  /** Takes the viewer's last move back, where that may be. */
  takeBack: (() => void) | null;
  /** Takes all of them back, where one plays alone. */
  startAgain: (() => void) | null;
}

export interface BoardModule {
  default: Component<BoardProps>;
  /** How long each position stays in view, in milliseconds, before the next one follows, where several come at once. */
  beat?: number | ((before: View | null, view: View) => number);
}

/** What is drawn for something that fell, on a square of 48 around the middle; nothing has fallen yet where `move` is empty. */
export interface FaceProps {
  move: string;
  /** The place in the row of what falls. */
  place: number;
  view: View;
  seats: Seat[];
}

const boards = import.meta.glob<BoardModule>("./*/Board.svelte");
const guides = import.meta.glob<{ default: Guide }>("./*/guide.ts");
const faces = import.meta.glob<{ default: Component<FaceProps> }>("./*/Face.svelte");
const emblems = import.meta.glob<string>("./*/emblem.svg", { query: "?raw", import: "default", eager: true });

const fetched = new Map<string, BoardModule>();

/** Loads a game's board; null where it has none, and the text view serves. */
export function boardOf(game: string): (() => Promise<BoardModule>) | null {
  const load = boards[`./${game}/Board.svelte`];
  if (!load) return null;
  return async () => {
    const board = await load();
    fetched.set(game, board);
    return board;
  };
}

/** A game's board, if it has been loaded before. */
export function boardAtHand(game: string): BoardModule | null {
  return fetched.get(game) ?? null;
}

/** Loads what a game draws for its dice and cards where they are typed in; null where it has nothing, and words serve. */
export function faceOf(game: string): (() => Promise<{ default: Component<FaceProps> }>) | null {
  return faces[`./${game}/Face.svelte`] ?? null;
}

/** Loads a game's guide for the first game; null where it has none. */
export function guideOf(game: string): (() => Promise<{ default: Guide }>) | null {
  return guides[`./${game}/guide.ts`] ?? null;
}

/** A game's emblem as SVG text, our own art; a game from elsewhere gets a plain die. */
export function emblemOf(game: string): string {
  return emblems[`./${game}/emblem.svg`] ?? emblems["./any/emblem.svg"] ?? "";
}
