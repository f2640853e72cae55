export type { SeatView as SquidSeat, SquidView } from "./shape";

export const TRICKS = ["2", "-1", "next", "quick", "again"];
export const GUARD_ACTIONS = ["pow", "empty", "trick"];

export const isTrick = (choice: string | null) => choice !== null && TRICKS.includes(choice);
export const total = (cards: Record<string, number>) => Object.values(cards).reduce((sum, count) => sum + count, 0);
/** Format a vote, with a real minus sign. */
export const written = (vote: string | number) => String(vote).replace("-", "−");
