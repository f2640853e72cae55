/** What the server shows of this game. Written by tools/typescript.py from the game's view.py: change that, not this. */

export type Hand = {
  /** Stones of the values 1 to 4. */
  left: number[];
  empty_hand: boolean;
  has_chosen: boolean;
  choice: number | null;
  shown: number | null;
  /** Stones of the values 1 to 4. */
  won: number[];
};

export type NumberPokerView = {
  round: number;
  stage: "choose" | "steal" | "over";
  thief: number | null;
  seats: Hand[];
};
