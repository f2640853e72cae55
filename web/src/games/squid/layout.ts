import type { Box } from "../../board/box";

/** The layout of the stage: the ring, the seats beside or above it, and, if there is room, the piles. */
export interface Layout {
  width: number;
  height: number;
  ring: { x: number; y: number; r: number; largest: number; guard: number; card: Box };
  seats: Box[];
  counts: Box | null;
}

const GAP = 6;
const COUNTS = { w: 330, h: 96 };
const LEAST_RING = 300; // below this size of the ring, the piles are not shown
const COMFORT = { w: 760, h: 470 }; // from this size on, everything is scaled up

/** Choose the arrangement that makes the ring largest. */
export function arranged(width: number, height: number, seats: number): Layout {
  const larger = Math.min(1.6, Math.max(1, Math.min(width / COMFORT.w, height / COMFORT.h)));
  const [w, h] = [width / larger, height / larger];
  const [one, other] = [beside(w, h, seats), above(w, h, seats)];
  return one.ring.r >= other.ring.r ? one : other;
}

function beside(width: number, height: number, seats: number): Layout {
  const column = Math.max(116, Math.min(width - height - GAP, 400));
  const side = Math.min(height, width - column - GAP);
  const box = { x: width - column, y: 0, w: column, h: height };
  const columns = column >= 250 && seats > 3 ? 2 : 1;
  const each = Math.ceil(seats / columns);
  const counts = column >= COUNTS.w && height - COUNTS.h - GAP >= each * 54 ? { ...box, y: height - COUNTS.h, h: COUNTS.h } : null;
  const room = (counts ? height - COUNTS.h - GAP : height) - (each - 1) * GAP;
  const tall = Math.min(90, room / each) * each + (each - 1) * GAP;
  const top = counts ? 0 : (height - tall) / 2;
  return {
    width,
    height,
    ring: ring((width - column - GAP) / 2, height / 2, side),
    seats: grid({ ...box, y: top, h: tall }, seats, columns),
    counts,
  };
}

function above(width: number, height: number, seats: number): Layout {
  const columns = seats <= 3 || width >= 620 ? seats : Math.ceil(seats / 2);
  const rows = Math.ceil(seats / columns);
  const most = Math.min(width, height - rows * (46 + GAP)); // the ring without the piles
  const counts = height - rows * (46 + GAP) - COUNTS.h - GAP >= Math.min(LEAST_RING, most) && width >= COUNTS.w;
  const below = counts ? COUNTS.h + GAP : 0;
  const seat = Math.max(46, Math.min(76, (height - below - Math.min(width, most)) / rows - GAP));
  const top = rows * (seat + GAP);
  const side = Math.min(width, height - top - below);
  return {
    width,
    height,
    ring: ring(width / 2, top + (height - top - below) / 2, side),
    seats: grid({ x: 0, y: 0, w: width, h: top - GAP }, seats, columns),
    counts: counts ? { x: Math.max(0, (width - 480) / 2), y: height - COUNTS.h, w: Math.min(width, 480), h: COUNTS.h } : null,
  };
}

/** The ring in a square of this side, with the guard and his cards in it. */
function ring(x: number, y: number, side: number): Layout["ring"] {
  const part = side / 450;
  const largest = Math.max(20, 29 * part);
  const [w, h] = [Math.max(32, 58 * part), Math.max(44, 80 * part)];
  return { x, y, r: side / 2 - largest - 20, largest, guard: Math.max(0.75, 1.15 * part), card: { x: -w - 4, y: -h / 2, w, h } };
}

/** Equal boxes in rows and columns that fill a box. */
function grid(box: Box, count: number, columns: number): Box[] {
  const w = (box.w + GAP) / columns;
  const h = (box.h + GAP) / Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => ({
    x: box.x + (index % columns) * w,
    y: box.y + Math.floor(index / columns) * h,
    w: w - GAP,
    h: h - GAP,
  }));
}
