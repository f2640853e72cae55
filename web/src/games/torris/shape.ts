/** What the server shows of this game. Written by tools/typescript.py from the game's view.py: change that, not this. */

export type Stone = {
  id: number;
  colour: "white" | "black";
  mark: number;
};

export type TorrisView = {
  stage: "set_up" | "move" | "over";
  turn: number | null;
  next_cell: string | null;
  /** By colour: stones of the marks 1 to 4 yet to be laid. */
  bag: number[][];
  /** By cell, from the lowest stone up. */
  towers: Record<string, Stone[]>;
  points: number[];
  highest: number[];
};
