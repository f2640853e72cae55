import type { Component } from "svelte";
import { SvelteMap, SvelteSet } from "svelte/reactivity";

import { at } from "../api/place";
import type { Game, GameTexts, Language, Move, Outcome, Phase, Seat, TableEvent, View } from "../api/types";
import type { OutsideModule } from "../board/outside";
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
  /** Whether the box is on the table, and people roll and draw themselves. */
  box?: boolean;
  /** The seats that are given time now, as to memorise something. */
  waitsFor?: number[];
  /** Says that the viewer needs no more of it, where that may be. */
  ready?: (() => void) | null;
  /** The cell that a puzzle's goal is about, where the table has one. */
  goal?: string | null;
}

/** A board: a component of ours, or the file of a game from outside. */
export type BoardModule = { beat?: OutsideModule["beat"] } & (
  { default: Component<BoardProps>; mount?: never } | (OutsideModule & { default?: never })
);

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
/** What games from outside bring along, by game: where the files of their boards and guides lie. */
const brought = new SvelteMap<string, Pick<Game, "board" | "guide">>();

/** The games whose board from outside has failed: they are played in words. */
const failed = new SvelteSet<string>();

/** Notes what a game brings along. */
export function announce({ id, board, guide }: Pick<Game, "id" | "board" | "guide">): void {
  if (board) brought.set(id, { board, guide });
}

/** Loads a game's board; null where it has none, or none that works, and the text view serves. */
export function boardOf(game: string): (() => Promise<BoardModule>) | null {
  const load = boards[`./${game}/Board.svelte`] ?? boardFromOutside(game);
  if (!load) return null;
  return async () => {
    const board = await load();
    fetched.set(game, board);
    return board;
  };
}

function boardFromOutside(game: string): (() => Promise<OutsideModule>) | null {
  const load = failed.has(game) ? null : fromOutside<OutsideModule>(brought.get(game)?.board);
  return (
    load &&
    (async () => {
      const board = await load().catch(() => null);
      if (typeof board?.mount === "function") return board;
      giveUp(game);
      throw new Error(`the board of ${game} cannot be had`);
    })
  );
}

/** Whether a game comes with a board of its own from outside. */
export function isFromOutside(game: string): boolean {
  return Boolean(brought.get(game)?.board);
}

/** The board of a game from outside does not work. */
export function giveUp(game: string): void {
  failed.add(game);
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
  return guides[`./${game}/guide.ts`] ?? fromOutside<{ default: Guide }>(brought.get(game)?.guide);
}

const covers = import.meta.glob<string>("./*/cover.webp", { query: "?url", import: "default", eager: true });

/** A picture of a game's board (made by tools/covers.py); null for a game from elsewhere. */
export function coverOf(game: string): string | null {
  return covers[`./${game}/cover.webp`] ?? null;
}

/** A game's emblem as SVG text, our own art; null for a game from elsewhere. */
export function emblemOf(game: string): string | null {
  return emblems[`./${game}/emblem.svg`] ?? null;
}

/** What a game without an emblem gets. */
export const PLAIN_EMBLEM = emblems["./any/emblem.svg"] ?? "";

function fromOutside<Module>(file: string | null | undefined): (() => Promise<Module>) | null {
  return file ? () => import(/* @vite-ignore */ at(file)) as Promise<Module> : null;
}
