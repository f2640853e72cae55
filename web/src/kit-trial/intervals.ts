import type { Count } from "./tallying";

/** A number, and the interval in which the true one lies in 95 of 100 trials: as `ludothek lab` states its figures. */
export interface Figure {
  value: number;
  low: number;
  high: number;
}

const Z95 = 1.96;

/** Of the games, how many are won (Wilson's interval). */
export function share({ won, games }: Count): Figure {
  const value = won / games;
  const z = (Z95 * Z95) / games;
  const middle = (value + z / 2) / (1 + z);
  const half = (Z95 * Math.sqrt((value * (1 - value)) / games + z / (4 * games))) / (1 + z);
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** How many decisions a game takes. */
export function length({ decisions, squares, games }: Count): Figure {
  const value = decisions / games;
  const spread = Math.sqrt(Math.max(0, squares - decisions * value) / (games - 1));
  const half = games > 1 ? (Z95 * spread) / Math.sqrt(games) : Infinity;
  return { value, low: value - half, high: value + half };
}
