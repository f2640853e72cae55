import type { Box } from "../../board/box";

/** The positions of a player's hand, name, supply and winnings (their centres), in pixels. */
export interface Seating {
  hand: Box;
  name: { x: number; y: number; most: number };
  left: { x: number; y: number };
  won: { x: number; y: number };
  /** The scale of the small parts. */
  scale: number;
}

// The sizes of the small parts in pixels, at the smallest legible letters; and their maximum scale.
const [NAME, LEFT, WON, WIDE, EDGE] = [22, 32, 36, 122, 5];
const SCALES = [1, 1.3, 1.6];
// sizes of a hand; beyond the second, larger letters are worth more than a larger hand
const [LARGEST, BALANCED, SMALLEST] = [230, 140, 24];

interface Arrangement {
  columns: number;
  isBeside: boolean;
  scale: number;
}

/**
 * Arrange the players in one row, one column or a grid, with their other parts below or beside the hand,
 * whichever makes the hands largest.
 */
export function seated(players: number, width: number, height: number): Seating[] {
  const { columns, isBeside, scale } = best(players, width, height);
  const [w, h] = [width / columns, height / Math.ceil(players / columns)];
  return Array.from({ length: players }, (_, seat) => {
    const row = Math.floor(seat / columns);
    const inRow = Math.min(columns, players - row * columns);
    const box = { x: (width - inRow * w) / 2 + (seat % columns) * w, y: row * h, w, h };
    return isBeside ? beside(box, scale) : below(box, scale);
  });
}

function best(players: number, width: number, height: number): Arrangement {
  let [found, most]: [Arrangement, number] = [{ columns: players, isBeside: false, scale: 1 }, 0];
  for (let columns = 1; columns <= players; columns += 1)
    for (const scale of SCALES)
      for (const isBeside of [false, true]) {
        const worth = Math.min(handIn(width / columns, height / Math.ceil(players / columns), isBeside, scale), BALANCED * scale);
        if (worth > most) [found, most] = [{ columns, isBeside, scale }, worth];
      }
  return found;
}

/** The largest hand that fits such a room; 0 if the other parts do not fit. */
function handIn(w: number, h: number, isBeside: boolean, scale: number): number {
  const [aside, small] = [WIDE * scale, (NAME + LEFT + WON) * scale + 2 * EDGE];
  if (isBeside) return h < small ? 0 : Math.min(w - aside - EDGE, h - 2 * EDGE, LARGEST);
  return w < aside ? 0 : Math.min(w - 2 * EDGE, h - small, LARGEST);
}

function below({ x, y, w, h }: Box, scale: number): Seating {
  const size = Math.max(SMALLEST, handIn(w, h, false, scale));
  const top = y + (h - size - (NAME + LEFT + WON) * scale) / 2;
  const middle = x + w / 2;
  return {
    name: { x: middle, y: top + (NAME * scale) / 2, most: w - 2 * EDGE },
    hand: { x: middle - size / 2, y: top + NAME * scale, w: size, h: size },
    left: { x: middle, y: top + NAME * scale + size + (LEFT * scale) / 2 },
    won: { x: middle, y: top + (NAME + LEFT) * scale + size + (WON * scale) / 2 },
    scale,
  };
}

function beside({ x, y, w, h }: Box, scale: number): Seating {
  const size = Math.max(SMALLEST, handIn(w, h, true, scale));
  const start = x + (w - size - WIDE * scale) / 2;
  const [middle, top] = [start + size + (WIDE * scale) / 2, y + (h - (NAME + LEFT + WON) * scale) / 2];
  return {
    name: { x: middle, y: top + (NAME * scale) / 2, most: WIDE * scale },
    hand: { x: start, y: y + (h - size) / 2, w: size, h: size },
    left: { x: middle, y: top + (NAME + LEFT / 2) * scale },
    won: { x: middle, y: top + (NAME + LEFT + WON / 2) * scale },
    scale,
  };
}
