/** What the server shows of this game. Written by tools/typescript.py from the game's view.py: change that, not this. */

export type SeatView = {
  characters: number;
  hand_size: number;
  /** Null: the viewer may not know. */
  hand: Record<string, number> | null;
  asked: boolean;
  has_chosen: boolean;
  choice: string | null;
  vote: string | null;
  reaction: string | null;
  rank: number | null;
};

export type SquidView = {
  you: number | null;
  round: number;
  stage: "layout" | "deal" | "place" | "vote" | "moved" | "draw" | "action" | "gift" | "over";
  quick: boolean;
  /** The seat of the character on each place. */
  ring: number[];
  guard: number | null;
  card: string | null;
  guard_pile: Record<string, number>;
  guard_discard: Record<string, number>;
  trick_pile_size: number;
  trick_discard: Record<string, number>;
  unseen_tricks: Record<string, number>;
  drawer: number | null;
  seats: SeatView[];
};
