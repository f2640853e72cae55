import type { View } from "../../api/types";

/** What the server shows of this game (view.py). */
export interface SquidView extends View {
  round: number;
  stage: "layout" | "deal" | "place" | "vote" | "moved" | "draw" | "action" | "gift" | "over";
  quick: boolean;
  ring: number[];
  guard: number | null;
  card: string | null;
  guard_pile: Record<string, number>;
  guard_discard: Record<string, number>;
  trick_pile_size: number;
  trick_discard: Record<string, number>;
  unseen_tricks: Record<string, number>;
  seats: SquidSeat[];
}

export interface SquidSeat {
  characters: number;
  hand_size: number;
  /** What is in it; null: the viewer may not know. */
  hand: Record<string, number> | null;
  asked: boolean;
  has_chosen: boolean;
  vote: string | null;
  reaction: string | null;
  rank: number | null;
}

export const TRICKS = ["2", "-1", "next", "quick", "again"];
export const GUARD_ACTIONS = ["pow", "empty", "trick"];

export const isTrick = (choice: string | null) => choice !== null && TRICKS.includes(choice);
export const total = (cards: Record<string, number>) => Object.values(cards).reduce((sum, count) => sum + count, 0);
/** A vote as it is written on the board: with a real minus sign. */
export const written = (vote: string | number) => String(vote).replace("-", "−");
