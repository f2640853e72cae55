import type { TableFrame } from "../api/types";

/** The time left on a seat's clock at a given server time, in milliseconds. */
export function leftOf({ clocks, phase }: TableFrame, seat: number, at: number): number {
  const stood = clocks?.left[seat] ?? 0;
  const runs = phase === "playing" && clocks?.running === seat;
  return Math.max(0, runs ? stood - Math.max(0, at - clocks.since) : stood);
}
