/** What the server shows of this game. Written by `ludothek board` from the game's view.py: change that, not this. */

export type ConnectFourView = {
  /** From the top row down, each cell · ● or ■. */
  rows: string[];
  to_act: number | null;
  /** The cells that won. */
  four: string[];
};
