import type { TableFrame } from "../api/types";
import { moves } from "../board/motion";

const SEEN_MS = 1600; // the last move is looked at first

/** The end of a game is a moment of its own: it comes when the last move has been seen, makes way for the board, and can be called again. */
export class Ending {
  isShown = $state(false);

  /** To be called once, in a component. */
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

/** Whether somebody on one of these seats has won. */
export function hasWon(frame: TableFrame, seats: number[]): boolean {
  const scores = frame.outcome?.scores ?? [];
  const best = Math.max(...scores);
  const isShared = scores.length > 1 && best < 1 && scores.every((score) => score === best);
  return best > 0 && !isShared && seats.some((seat) => scores[seat] === best);
}
