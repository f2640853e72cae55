import type { Box } from "../../board/box";
import type { Track } from "./view";

/** Where things lie: the path above, with the strips, the tray for the dice and the cards below; on a phone all of it in one column. */
export interface Layout {
  width: number;
  height: number;
  path: Box;
  rows: number;
  strips: Box;
  tray: Box;
  cards: Box;
}

export const WIDE: Layout = {
  width: 760,
  height: 492,
  path: { x: 0, y: 0, w: 760, h: 258 },
  rows: 3,
  strips: { x: 0, y: 266, w: 404, h: 230 },
  tray: { x: 414, y: 266, w: 346, h: 52 },
  cards: { x: 414, y: 324, w: 346, h: 170 },
};

export const NARROW: Layout = {
  width: 360,
  height: 674,
  path: { x: 0, y: 0, w: 360, h: 240 },
  rows: 4,
  strips: { x: 0, y: 248, w: 360, h: 232 },
  tray: { x: 0, y: 484, w: 360, h: 54 },
  cards: { x: 0, y: 544, w: 360, h: 130 },
};

const FEWEST_FOR_TARGET = 3; // fields as wide as the others: all four children may stand there

/** The fields of the path, which winds through its box: to the right, back to the left, and so on; Silas has the rest of the last row. */
export class Winding {
  readonly first: number;
  private readonly box: Box;
  private readonly target: number;
  private readonly columns: number;
  private readonly rows: number;
  readonly cell: number;
  readonly row: number;

  constructor(layout: Layout, track: Track) {
    this.box = layout.path;
    this.first = Math.min(track.ida_start, track.guard_start);
    this.target = track.target;
    const before = this.target - this.first; // fields before the target
    let columns = Math.ceil((before + FEWEST_FOR_TARGET) / layout.rows);
    while (columns - (before % columns) < FEWEST_FOR_TARGET) columns++;
    this.columns = columns;
    this.rows = Math.floor(before / columns) + 1;
    this.cell = this.box.w / columns;
    this.row = this.box.h / this.rows;
  }

  /** A field: its middle and its size. */
  field(at: number): Box {
    const index = at - this.first;
    const [row, column] = [Math.floor(index / this.columns), index % this.columns];
    const wide = at === this.target ? this.columns - column : 1;
    const middle = (column + wide / 2) * this.cell;
    return {
      x: this.box.x + (this.goesLeft(row) ? this.box.w - middle : middle),
      y: this.box.y + (row + 0.5) * this.row,
      w: wide * this.cell,
      h: this.row,
    };
  }

  all(): number[] {
    return Array.from({ length: this.target - this.first + 1 }, (_, index) => this.first + index);
  }

  /** Which way one walks at the target: 1 to the right, -1 to the left. */
  get way(): number {
    return this.goesLeft(this.rows - 1) ? -1 : 1;
  }

  private goesLeft(row: number): boolean {
    return row % 2 === 1;
  }
}

/** A figure's size at scale 1, whole, and as a head with its letter. */
export const WHOLE = { w: 40, h: 62 };
export const HEAD = { w: 28, h: 31 };

export interface Place {
  x: number;
  y: number;
  scale: number;
  /** Whether there is only room for its head. */
  isHead: boolean;
}

/** Where figures stand that share a field: beside each other where there is room, otherwise close together in two rows. */
export function standing(box: Box, count: number, scale: number): Place[] {
  const rows = box.w / count < 0.74 * WHOLE.w * scale ? 2 : 1;
  const columns = Math.ceil(count / rows);
  const [w, h] = [box.w / columns, box.h / rows];
  return Array.from({ length: count }, (_, index) => ({
    x: box.x - box.w / 2 + ((index % columns) + 0.5) * w,
    y: box.y - box.h / 2 + (Math.floor(index / columns) + 0.5) * h,
    scale: rows === 1 ? Math.min(scale, w / (0.9 * WHOLE.w)) : Math.min(scale, w / HEAD.w, h / HEAD.h),
    isHead: rows > 1,
  }));
}

export const DIE = 42;

/** The middle of a place in the tray. */
export function trayPlace({ tray }: Layout, index: number): { x: number; y: number } {
  return { x: tray.x + ((index + 0.5) * tray.w) / 7, y: tray.y + tray.h / 2 };
}

/** A strip's row: its box from the top left corner, the room for its symbol, and the size of its slots. */
export function stripRow({ strips }: Layout, index: number): Box & { symbol: number; slot: number } {
  const h = strips.h / 5;
  return { x: strips.x, y: strips.y + index * h, w: strips.w, h: h - 4, symbol: h, slot: Math.min(h - 4, (strips.w - h - 62) / 7) };
}

export function slotPlace(layout: Layout, strip: number, slot: number): { x: number; y: number } {
  const row = stripRow(layout, strip);
  return { x: row.x + row.symbol + (slot + 0.5) * row.slot, y: row.y + row.h / 2 };
}

/** A card's place: its middle and its size. */
export function cardPlace({ cards }: Layout, index: number): Box {
  const [w, h] = [cards.w / 6, cards.h / 2];
  return { x: cards.x + ((index % 6) + 0.5) * w, y: cards.y + (Math.floor(index / 6) + 0.5) * h, w: w - 4, h: h - 4 };
}
