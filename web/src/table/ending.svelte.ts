import type { TableFrame } from "../api/types";
import { moves } from "../board/motion";

const SEEN_MS = 1600; // the last move is shown first

/**
 * The state of the outcome card: it opens once the last move has been shown, can be closed to see the board,
 * and can be reopened.
 */
export class Ending {
  isShown = $state(false);

  /** Call once in a component. */
  follow(frame: () => TableFrame | null): void {
    const phase = $derived(frame()?.phase);
    let wasPlaying = false;
    $effect(() => {
      if (phase !== "over") {
        wasPlaying = phase === "playing";
        this.isShown = false;
        return;
      }
      const coming = setTimeout(() => (this.isShown = true), wasPlaying && moves() ? SEEN_MS : 0);
      return () => clearTimeout(coming);
    });
  }
}

/** Whether one of these seats has won. */
export function hasWon(frame: TableFrame, seats: number[]): boolean {
  const scores = frame.outcome?.scores ?? [];
  const best = Math.max(...scores);
  const isShared = scores.length > 1 && best < 1 && scores.every((score) => score === best);
  return best > 0 && !isShared && seats.some((seat) => scores[seat] === best);
}
