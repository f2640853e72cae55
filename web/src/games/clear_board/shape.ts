/** What the server shows of this game. Written by tools/typescript.py from the game's view.py: change that, not this. */

export type ClearBoardView = {
  stage: "jump" | "solved" | "failed";
  cells: Record<string, "white" | "black" | null>;
  left: number;
  chains: number;
  last: string | null;
};
