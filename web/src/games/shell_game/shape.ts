/** What the server shows of this game. Written by tools/typescript.py from the game's view.py: change that, not this. */

export type RowStone = {
  stone: number;
  /** Null: face down. */
  symbol: string | null;
  /** Null: a seat has won it. */
  place: number | null;
  won_by: number | null;
};

export type Slide = {
  stone: number;
  from: number;
  to: number;
};

export type Turn = {
  slider: number;
  row: RowStone[];
  slides: Slide[];
};

export type Stock = {
  left: number;
  won: number;
};

export type ShellGameView = {
  stage: "lay" | "memorise" | "slide" | "ask" | "answer" | "over";
  round: number;
  memorise_seconds: number;
  slider: number | null;
  seeker: number | null;
  asked: string | null;
  stake: number | null;
  unseen: string[];
  row: RowStone[];
  slides: Slide[];
  slides_left: number;
  last_turn: Turn | null;
  seats: Stock[];
};
