import type { View } from "../../api/types";

/** What the server shows of this game (view.py). */
export interface MuseumView extends View {
  stage: "roll" | "reroll" | "draw" | "place" | "turn" | "ready" | "joker" | "cards" | "steps" | "over";
  track: Track;
  children: { name: string; at: number | null }[];
  guard: number | null;
  guard_stays: boolean;
  ida: number | null;
  strips: Strip[];
  loose: Shown[];
  to_roll: { blue: number; white: boolean };
  white_won: boolean;
  cards: Record<string, number>;
  pile: Record<string, number>;
  steps: number;
}

export interface Track {
  ida_start: number;
  guard_start: number;
  first_tile: number;
  target: number;
  lit: number;
}

export interface Strip {
  symbol: string;
  numbers: number[];
  dice: Shown[];
  number: number;
  covered: boolean;
  next: boolean;
}

export interface Shown {
  colour: "blue" | "white";
  symbol: string;
}

/** The fields that the guard is sure to enter this turn, and those that he may enter if more caps are rolled. */
export interface Danger {
  sure: number[];
  possible: number[];
}

export const pileSize = (view: MuseumView) => Object.values(view.pile).reduce((sum, count) => sum + count, 0);
