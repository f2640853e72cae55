import type { Box } from "../../board/box";
import type { Track } from "./view";

/**
 * The layout of the stage: the path, below it the strips in one column or two, the tray for the dice, and the
 * pile of cards.
 */
export interface Layout {
  width: number;
  height: number;
  path: Box;
  /** In the order of the strips. */
  strips: Box[];
  tray: Box;
  pile: Box;
}

const GAP = 6;
const STRIPS = 5;
const FINGER = 44;
const TRAY = 52;
const PILE = 40;
const LEAST_PATH = 200; // if the path gets less, put the strips in two columns
const COMFORT = { w: 760, h: 470 }; // from this size on, everything is scaled up

export function arranged(width: number, height: number): Layout {
  const larger = Math.min(1.6, Math.max(1, Math.min(width / COMFORT.w, height / COMFORT.h)));
  const [w, h] = [width / larger, height / larger];
  const columns = w >= 600 || h - TRAY - STRIPS * (FINGER + 4) < LEAST_PATH ? 2 : 1;
  const rows = Math.ceil(STRIPS / columns);
  const row = Math.max(FINGER + 2, Math.min(58, (0.34 * h) / rows));
  const path = h - TRAY - rows * row - 2 * GAP;
  const across = (w + GAP) / columns;
  const strips = Array.from({ length: STRIPS }, (_, strip) => ({
    x: Math.floor(strip / rows) * across,
    y: path + GAP + (strip % rows) * row,
    w: across - GAP,
    h: row - 3,
  }));
  const spare = { x: w - across + GAP, y: path + GAP + (rows - 1) * row, w: across - GAP, h: row - 3 };
  const tray = { x: 0, y: h - TRAY, w: columns === 2 ? w : w - PILE - GAP, h: TRAY };
  const pile = columns === 2 ? spare : { x: w - PILE, y: h - TRAY, w: PILE, h: TRAY };
  return { width: w, height: h, path: { x: 0, y: 0, w, h: path }, strips, tray, pile };
}

const FEWEST_FOR_TARGET = 3; // its width in fields: all four children may stand there
const MOST_ROWS = 6;

/**
 * The geometry of the path, which winds through its box: to the right, back to the left, and so on; Silas has
 * the rest of the last row.
 */
export class Winding {
  readonly first: number;
  private readonly box: Box;
  private readonly target: number;
  private readonly columns: number;
  private readonly rows: number;
  readonly cell: number;
  readonly row: number;

  /** Choose the number of rows that makes the figures largest. */
  constructor(box: Box, track: Track) {
    this.box = box;
    this.first = Math.min(track.ida_start, track.guard_start);
    this.target = track.target;
    const before = this.target - this.first; // fields before the target
    const laid = Array.from({ length: MOST_ROWS }, (_, index) => {
      let columns = Math.ceil((before + FEWEST_FOR_TARGET) / (index + 1));
      while (columns - (before % columns) < FEWEST_FOR_TARGET) columns++;
      const rows = Math.floor(before / columns) + 1;
      return { columns, rows, scale: figureScale(box.w / columns, box.h / rows) };
    });
    const best = laid.reduce((one, other) => (other.scale > one.scale ? other : one));
    [this.columns, this.rows] = [best.columns, best.rows];
    this.cell = box.w / this.columns;
    this.row = box.h / this.rows;
  }

  /** The scale of a figure that stands on a field alone. */
  get scale(): number {
    return figureScale(this.cell, this.row);
  }

  /** The centre and the size of a field. */
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

  /** The walking direction at the target: 1 to the right, -1 to the left. */
  get way(): number {
    return this.goesLeft(this.rows - 1) ? -1 : 1;
  }

  private goesLeft(row: number): boolean {
    return row % 2 === 1;
  }
}

/** The size of a figure at scale 1: whole, and as a head with its letter. */
export const WHOLE = { w: 40, h: 62 };
export const HEAD = { w: 28, h: 31 };

const figureScale = (cell: number, row: number) => Math.min(cell / 44, row / 76, 1.5);

export interface Place {
  x: number;
  y: number;
  scale: number;
  /** Whether only its head fits. */
  isHead: boolean;
}

/**
 * The positions of figures that share a field: side by side if they fit, otherwise close together in two
 * rows.
 */
export function standing(box: Box, count: number, scale: number): Place[] {
  const rows = box.w / count < 0.74 * WHOLE.w * scale ? 2 : 1;
  const columns = Math.ceil(count / rows);
  const [w, h] = [box.w / columns, box.h / rows];
  return Array.from({ length: count }, (_, index) => ({
    x: box.x - box.w / 2 + ((index % columns) + 0.5) * w,
    y: box.y - box.h / 2 + (Math.floor(index / columns) + 0.5) * h,
    scale: rows === 1 ? Math.min(scale, w / (0.9 * WHOLE.w)) : Math.min(scale * 1.2, w / HEAD.w, h / HEAD.h),
    isHead: rows > 1,
  }));
}

export const DIE = 42;
const DICE = 7;

/** The centre of a slot in the tray. */
export function trayPlace({ tray }: Layout, index: number): { x: number; y: number } {
  const each = Math.min(tray.w / DICE, 64);
  return { x: tray.x + (tray.w - DICE * each) / 2 + (index + 0.5) * each, y: tray.y + tray.h / 2 };
}

/** The row of a strip: its box, the room for its symbol and its number, and the size of its slots. */
export function stripRow({ strips }: Layout, index: number): Box & { symbol: number; badge: number; slot: number } {
  const box = strips[index]!;
  const isNarrow = box.w < 260;
  const [symbol, badge] = isNarrow ? [28, 36] : [box.h, 58];
  return { ...box, symbol, badge, slot: Math.min(box.h - 4, (box.w - symbol - badge - 4) / 7) };
}

export function slotPlace(layout: Layout, strip: number, slot: number): { x: number; y: number } {
  const row = stripRow(layout, strip);
  return { x: row.x + row.symbol + (slot + 0.5) * row.slot, y: row.y + row.h / 2 };
}

/** The cards in the dock, each kind in its place, and the room for the button that continues. */
export interface Hand {
  height: number;
  places: Box[];
  button: Box;
}

const LEAST_BUTTON = 136;

export function handIn(width: number, kinds: number, isHigh: boolean): Hand {
  const h = isHigh ? 60 : 48;
  const columns = Math.min(kinds + 3, Math.floor(width / 44.5));
  const w = Math.min(width / columns, 70);
  const rows = Math.ceil(kinds / columns);
  const used = kinds - (rows - 1) * columns; // of the last row
  const shares = width - used * w >= LEAST_BUTTON;
  const places = Array.from({ length: kinds }, (_, index) => ({
    x: (index % columns) * w + w / 2,
    y: (Math.floor(index / columns) + 0.5) * h,
    w: w - 1,
    h: h - 2,
  }));
  const button = shares ? { x: used * w + 4, y: (rows - 1) * h, w: width - used * w - 4, h: h - 2 } : { x: 0, y: rows * h, w: width, h: h - 2 };
  return { height: (shares ? rows : rows + 1) * h, places, button };
}
