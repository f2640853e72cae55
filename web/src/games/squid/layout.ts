import type { Box } from "../../board/box";

/** Where things lie: the ring, and beside it the seats, what one can do and what the piles hold; on a phone all in one column. */
export interface Layout {
  width: number;
  height: number;
  ring: { x: number; y: number; r: number; largest: number; guard: number; card: Box };
  seats: Box[];
  /** Room for the viewer's choices; nobody chooses where the audience looks. */
  choices: Box | null;
  counts: Box;
}

const GAP = 6;

export function wide(seats: number, chooses: boolean): Layout {
  const right = { x: 462, w: 398 };
  const counts = { ...right, y: 346, h: 102 };
  const choices = { ...right, y: 232, h: 108 };
  return {
    width: 860,
    height: 450,
    ring: { x: 224, y: 225, r: 176, largest: 29, guard: 1.15, card: { x: -62, y: -42, w: 58, h: 80 } },
    seats: grid({ ...right, y: 0, h: (chooses ? choices : counts).y - GAP }, seats, seats > 3 ? 2 : 1),
    choices: chooses ? choices : null,
    counts,
  };
}

export function narrow(seats: number, chooses: boolean): Layout {
  const rows = seats > 3 ? 2 : 1;
  const top = rows * 76;
  const below = top + 362;
  const choices = { x: 0, y: below, w: 360, h: 104 };
  return {
    width: 360,
    height: below + (chooses ? 110 : 0) + 96,
    ring: { x: 180, y: top + 179, r: 137, largest: 24, guard: 0.9, card: { x: -48, y: -31, w: 44, h: 61 } },
    seats: grid({ x: 0, y: 0, w: 360, h: top - GAP }, seats, Math.ceil(seats / rows)),
    choices: chooses ? choices : null,
    counts: { x: 0, y: below + (chooses ? 110 : 0), w: 360, h: 96 },
  };
}

/** So many boxes in so many columns, which fill a box. */
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
