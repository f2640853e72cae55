import type { Count } from "./tallying";

/** An estimate with its 95% confidence interval, as `ludothek lab` reports it. */
export interface Figure {
  value: number;
  low: number;
  high: number;
}

const Z95 = 1.96;

/** The share of games won (Wilson score interval). */
export function share({ won, games }: Count): Figure {
  const value = won / games;
  const z = (Z95 * Z95) / games;
  const middle = (value + z / 2) / (1 + z);
  const half = (Z95 * Math.sqrt((value * (1 - value)) / games + z / (4 * games))) / (1 + z);
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The mean number of decisions per game. */
export function length({ decisions, squares, games }: Count): Figure {
  const value = decisions / games;
  const spread = Math.sqrt(Math.max(0, squares - decisions * value) / (games - 1));
  const half = games > 1 ? (Z95 * spread) / Math.sqrt(games) : Infinity;
  return { value, low: value - half, high: value + half };
}
