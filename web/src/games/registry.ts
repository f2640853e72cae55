import type { Component } from "svelte";

import type { GameTexts, Language, Move, Outcome, Phase, Seat, TableEvent, View } from "../api/types";
import type { Say } from "./say";

/** What every drawn board is given. A board draws a view and offers legal moves; it computes none. */
export interface BoardProps {
  view: View;
  moves: Move[];
  /** The seat whose eyes we look with; null: the audience. */
  viewer: number | null;
  seats: Seat[];
  phase: Phase;
  outcome: Outcome | null;
  texts: GameTexts;
  say: Say;
  language: Language;
  /** What the last frame told: what to animate. */
  events: TableEvent[];
  /** The server's time now, for moves with a `from`. */
  serverNow: () => number;
  onmove: (move: string) => void;
}

const boards = import.meta.glob<{ default: Component<BoardProps> }>("./*/Board.svelte");
const emblems = import.meta.glob<string>("./*/emblem.svg", { query: "?raw", import: "default", eager: true });

/** Loads a game's board; null where it has none, and the text view serves. */
export function boardOf(game: string): (() => Promise<{ default: Component<BoardProps> }>) | null {
  return boards[`./${game}/Board.svelte`] ?? null;
}

/** A game's emblem as SVG text, our own art; a game from elsewhere gets a plain die. */
export function emblemOf(game: string): string {
  return emblems[`./${game}/emblem.svg`] ?? emblems["./any/emblem.svg"] ?? "";
}
