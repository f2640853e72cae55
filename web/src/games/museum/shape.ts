/** What the server shows of this game. Written by tools/typescript.py from the game's view.py: change that, not this. */

export type Track = {
  ida_start: number;
  guard_start: number;
  start: number;
  first_tile: number;
  target: number;
  tiles: number;
  lit: number;
};

export type Child = {
  name: string;
  /** Null: caught. */
  at: number | null;
};

export type Die = {
  colour: "blue" | "white";
  symbol: string;
};

export type Strip = {
  symbol: string;
  numbers: number[];
  dice: Die[];
  number: number;
  covered: boolean;
  next: boolean;
};

export type ToRoll = {
  blue: number;
  white: boolean;
};

export type Danger = {
  /** The fields that the guard enters at the end of this turn, as the dice lie now. */
  sure: number[];
  /** And those that he enters if all dice that are not placed become caps. */
  possible: number[];
};

export type MuseumView = {
  stage: "roll" | "reroll" | "draw" | "choose" | "place" | "turn" | "ready" | "joker" | "cards" | "last_card" | "last_tile" | "steps" | "meeting" | "over";
  turn: number;
  seats: number;
  track: Track;
  children: Child[];
  guard: number | null;
  guard_stays: boolean;
  danger: Danger;
  ida: number | null;
  strips: Strip[];
  loose: Die[];
  to_roll: ToRoll;
  white_won: boolean;
  cards: Record<string, number>;
  pile: Record<string, number>;
  draws: number;
  steps: number;
  /** Whether the guard is gone, and the game can no longer be lost. */
  encore: boolean;
  ending: "all" | "ida" | "guard" | null;
};
