import type { Component } from "svelte";
import { SvelteMap, SvelteSet } from "svelte/reactivity";

import { at } from "../api/place";
import type { Game, GameTexts, Language, Move, Outcome, Phase, Seat, TableEvent, View } from "../api/types";
import type { OutsideModule } from "../board/outside";
import type { Guide } from "../guide/guide";
import type { Say } from "./say";

/** The props of every board. A board draws a view and offers legal moves; it computes no rules. */
export interface BoardProps {
  view: View;
  /** The view shown before, for animations; null: none. */
  before: View | null;
  moves: Move[];
  /** The viewer's own pending choice in a simultaneous decision. */
  chosen: string | null;
  /** The seat of the viewer; null: the audience. */
  viewer: number | null;
  seats: Seat[];
  phase: Phase;
  outcome: Outcome | null;
  texts: GameTexts;
  say: Say;
  language: Language;
  /** The events of the last frame. */
  events: TableEvent[];
  /** The current server time, for moves with a `from`. */
  serverNow: () => number;
  onmove: (move: string) => void;
  /** Takes the viewer's last move back; null if not allowed. */
  takeBack: (() => void) | null;
  /** Takes all moves back, in a game for one person; null otherwise. */
  startAgain: (() => void) | null;
  /** Whether the box is on the table: people roll and draw themselves and type in the results. */
  box?: boolean;
  /** The seats that are given time now, as to memorise something. */
  waitsFor?: number[];
  /** Says that the viewer needs no more of that time; null if not possible. */
  ready?: (() => void) | null;
  /** The cell of a puzzle's goal, if the table has one. */
  goal?: string | null;
}

/** A board: a built-in component, or the module of a plug-in game. */
export type BoardModule = { beat?: OutsideModule["beat"] } & (
  { default: Component<BoardProps>; mount?: never } | (OutsideModule & { default?: never })
);

/** The picture of a random result, on a square of 48 around the origin; without a result `move` is empty. */
export interface FaceProps {
  move: string;
  /** Its index among the results. */
  place: number;
  view: View;
  seats: Seat[];
}

const boards = import.meta.glob<BoardModule>("./*/Board.svelte");
const guides = import.meta.glob<{ default: Guide }>("./*/guide.ts");
const faces = import.meta.glob<{ default: Component<FaceProps> }>("./*/Face.svelte");
const emblems = import.meta.glob<string>("./*/emblem.svg", { query: "?raw", import: "default", eager: true });

const fetched = new Map<string, BoardModule>();
/** The addresses of the boards and guides of plug-in games, by game. */
const brought = new SvelteMap<string, Pick<Game, "board" | "guide">>();

/** The plug-in games whose board has failed: they are played as text. */
const failed = new SvelteSet<string>();

/** Register the board and guide of a game. */
export function announce({ id, board, guide }: Pick<Game, "id" | "board" | "guide">): void {
  if (board) brought.set(id, { board, guide });
}

/** The loader of a game's board; null without a working one: use the text view. */
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

/** Whether the board of a game comes from a plug-in. */
export function isFromOutside(game: string): boolean {
  return Boolean(brought.get(game)?.board);
}

/** Note that the board of a plug-in game has failed. */
export function giveUp(game: string): void {
  failed.add(game);
}

/** A game's board if it is loaded already, for synchronous rendering. */
export function boardAtHand(game: string): BoardModule | null {
  return fetched.get(game) ?? null;
}

/** The loader of the pictures of a game's dice and cards, used to type in random results; null: use words. */
export function faceOf(game: string): (() => Promise<{ default: Component<FaceProps> }>) | null {
  return faces[`./${game}/Face.svelte`] ?? null;
}

/** The loader of a game's guide; null if it has none. */
export function guideOf(game: string): (() => Promise<{ default: Guide }>) | null {
  return guides[`./${game}/guide.ts`] ?? fromOutside<{ default: Guide }>(brought.get(game)?.guide);
}

const covers = import.meta.glob<string>("./*/cover.webp", { query: "?url", import: "default", eager: true });

/** A picture of a game's board (made by tools/covers.py); null for plug-in games. */
export function coverOf(game: string): string | null {
  return covers[`./${game}/cover.webp`] ?? null;
}

/** A game's emblem as an SVG string; null for plug-in games. */
export function emblemOf(game: string): string | null {
  return emblems[`./${game}/emblem.svg`] ?? null;
}

/** The emblem of a game that has none. */
export const PLAIN_EMBLEM = emblems["./any/emblem.svg"] ?? "";

function fromOutside<Module>(file: string | null | undefined): (() => Promise<Module>) | null {
  return file ? () => import(/* @vite-ignore */ at(file)) as Promise<Module> : null;
}
