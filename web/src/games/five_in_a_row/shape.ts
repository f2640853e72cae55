/** What the server shows of this game. Written by tools/typescript.py from the game's view.py: change that, not this. */

export type Place = {
  x: number;
  y: number;
};

export type Stone = {
  x: number;
  y: number;
  id: number;
  seat: number;
};

export type Line = {
  seat: number;
  length: number;
  from: Place;
  to: Place;
};

export type Last = {
  seat: number;
  from: number[] | null;
  to: number[];
};

export type Supply = {
  field: number;
  hand: number;
  captured: number;
};

export type FiveInARowView = {
  phase: "laying" | "endgame" | "over";
  turn: number | null;
  winner: number | null;
  stones: Stone[];
  lines: Line[];
  cut_off: Record<string, Place[]>;
  /** X and y of the winning five. */
  five: number[][];
  seats: Supply[];
  last: Last | null;
  quiet: number;
  quiet_limit: number;
  occurrences: number;
};
