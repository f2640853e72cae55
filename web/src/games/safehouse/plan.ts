import type { Box } from "../../board/box";
import type { Colour } from "./pictures";

export type { Field, Row, SafehouseView, SeatView } from "./shape";

export const DICE = [..."YyGgRrBbWw"];
export const GROUPS: Colour[] = ["Y", "G", "R", "B", "W"];
export const colourOf = (die: string) => die.toUpperCase() as Colour;

/**
 * The layout of the stage: the track, a heading, the sheet, and beside it the other sheets; without a dock
 * also the dice.
 */
export interface Plan {
  width: number;
  height: number;
  track: Box;
  /** The heading above the sheet. */
  head: Box;
  sheet: Box;
  /** The rows of the sheet, as high as their fields may be. */
  rows: Box[];
  /**
   * Of a sheet: the distance of fields, the side of a field, the room for a row's number and for its reward.
   */
  across: number;
  field: number;
  left: number;
  reward: number;
  /** The other sheets, small, if there is room. */
  others: Box | null;
  dice: Dice | null;
}

/** The layout of the dice: a box per colour with two dice, stacked or side by side. */
export interface Dice {
  size: number;
  pairs: Record<Colour, Box>;
}

/** The layout of the dock: the dice, the other options, and the button that continues. */
export interface DockPlan {
  height: number;
  dice: Dice;
  second: Box;
  main: Box;
}

const GAP = 6;
const COMFORT = { w: 760, h: 470 }; // from this size on, everything is scaled up
const OTHERS = 250;
const WIDEST = 560; // of a sheet
const HIGHEST = 62; // of a row
const ENOUGH = 44; // from this size on, one row per line is clearer than larger fields
const TRAY = 50;

/** Lay out a stage of this size with the arrangement of rows that makes the fields largest. */
export function planned(width: number, height: number, rows: number[], seats: number, hasDock: boolean): Plan {
  const larger = Math.min(1.6, Math.max(1, Math.min(width / COMFORT.w, height / COMFORT.h)));
  const [w, h] = [width / larger, height / larger];
  const hasOthers = seats > 1 && w >= 620;
  const across = Math.min(w - (hasOthers ? OTHERS + GAP : 0), WIDEST);
  const track = { x: 0, y: 0, w, h: h < 330 ? 44 : Math.max(36, Math.min(80, h - 8 * 46 - 24)) };
  const dice = hasDock ? null : { x: 0, y: track.h + GAP, w, h: TRAY };
  const top = dice ? dice.y + dice.h + GAP : track.h;
  const head = { x: 0, y: top, w: across, h: h < 330 ? 0 : Math.max(17, Math.min(28, h - top - 8 * 46)) };
  const room = { x: 0, y: top + head.h, w: across, h: h - top - head.h };
  const sheet = laid(room, rows);
  const used = across + (hasOthers ? OTHERS + GAP : 0);
  const aside = (w - used) / 2;
  const moved = (box: Box) => ({ ...box, x: box.x + aside });
  return {
    width: w,
    height: h,
    track,
    head: moved(head),
    sheet: moved(room),
    ...sheet,
    rows: sheet.rows.map(moved),
    others: hasOthers ? { x: aside + across + GAP, y: top, w: OTHERS, h: h - top } : null,
    dice: dice && { size: Math.min(40, dice.w / 11), pairs: inRow(dice) },
  };
}

/** Arrange the rows below each other, short ones in pairs side by side, or in two columns. */
function laid(room: Box, rows: number[]): Pick<Plan, "rows" | "across" | "field" | "left" | "reward"> {
  const each = rows.map((_, row) => [row]);
  const half = Math.ceil(rows.length / 2);
  const columns = each.slice(0, half).map(([row]) => [row!, row! + half].filter((one) => one < rows.length));
  const found = [each, paired(rows), columns].map((lines) => {
    const [many, most] = [Math.max(...lines.map((line) => line.length)), widest(lines, rows)];
    const spare = room.w / many - 26;
    const [left, reward] = room.w > 330 && many === 1 ? [13, Math.max(26, Math.min(60, spare - 44 * most))] : [0, 25];
    const across = (room.w - many * (left + reward)) / most;
    return { lines, many, most, left, reward, across, high: Math.min(room.h / lines.length, HIGHEST) };
  });
  const size = ({ across, high }: (typeof found)[number]) => Math.min(across, high, ENOUGH);
  const { lines, left, reward, across, high } = found.reduce((one, other) => (size(other) > size(one) + 1 ? other : one));
  const pitch = Math.min(across, high * 1.3);
  const top = room.y + (room.h - lines.length * high) / 2;
  const boxes: Box[] = [];
  lines.forEach((line, number) => {
    let x = room.x;
    for (const [place, row] of line.entries()) {
      const start = place && lines.length === half ? room.x + (left + reward) + Math.max(...rows.slice(0, half)) * pitch : x;
      const end = place === line.length - 1 ? room.x + room.w : start + left + rows[row]! * pitch + reward;
      boxes[row] = { x: start, y: top + number * high, w: end - start, h: high };
      x = end;
    }
  });
  return { rows: boxes, across: pitch, field: Math.min(pitch, high) - 3, left, reward };
}

/** Pair neighbouring rows that together are not much longer than the longest row. */
function paired(rows: number[]): number[][] {
  const most = Math.max(...rows) + 1;
  const lines: number[][] = [];
  for (const [row, fields] of rows.entries()) {
    const last = lines.at(-1);
    if (last?.length === 1 && rows[last[0]!]! + fields <= most) last.push(row);
    else lines.push([row]);
  }
  return lines;
}

function widest(lines: number[][], rows: number[]): number {
  const places = Math.max(...lines.map((line) => line.length));
  const columns = Array.from({ length: places }, (_, place) =>
    Math.max(...lines.map((line) => (line[place] === undefined ? 0 : rows[line[place]]!))),
  );
  const isGrid = lines.every((line) => line.length === places);
  return isGrid ? columns.reduce((sum, fields) => sum + fields, 0) : Math.max(...lines.map((line) => line.reduce((sum, row) => sum + rows[row]!, 0)));
}

/** The boxes of the pairs, side by side. */
function inRow(box: Box): Record<Colour, Box> {
  const w = box.w / GROUPS.length;
  return pairs((place) => ({ x: box.x + place * w, y: box.y, w, h: box.h }));
}

function pairs(place: (index: number) => Box): Record<Colour, Box> {
  return Object.fromEntries(GROUPS.map((colour, index) => [colour, place(index)])) as Record<Colour, Box>;
}

const FINGER = 47;

/** Lay out a dock of this width; beside the stage everything is stacked. */
export function docked(width: number, isBeside: boolean): DockPlan {
  if (isBeside) {
    const [w, h] = [width / 2, FINGER];
    const place = (index: number) => ({ x: (index % 2) * w, y: Math.floor(index / 2) * h, w, h });
    return {
      height: 4 * h,
      dice: { size: Math.min(w / 2, h) - 4, pairs: pairs(place) },
      second: { ...place(5), x: w + 3, w: w - 3, h: h - 3 },
      main: { x: 0, y: 3 * h + 1, w: width, h: h - 1 },
    };
  }
  const w = Math.min(60, (width - 112) / GROUPS.length);
  const right = { x: GROUPS.length * w + 4, w: width - GROUPS.length * w - 4 };
  return {
    height: 2 * FINGER,
    dice: { size: FINGER - 4, pairs: pairs((index) => ({ x: index * w, y: 0, w, h: 2 * FINGER })) },
    second: { ...right, y: 0, h: FINGER - 2 },
    main: { ...right, y: FINGER, h: FINGER },
  };
}

/** The centre of a die's slot. */
export function slot({ pairs }: Dice, die: string): { x: number; y: number } {
  const { x, y, w, h } = pairs[colourOf(die)];
  const second = DICE.indexOf(die) % 2;
  return w > h ? { x: x + (second + 0.5) * (w / 2), y: y + h / 2 } : { x: x + w / 2, y: y + (second + 0.5) * (h / 2) };
}

/** The place of a small die beside the number that it is part of, and the place of that number. */
export function beside({ pairs, size }: Dice, die: string): { x: number; y: number } {
  const { x, y, w, h } = pairs[colourOf(die)];
  const aside = (DICE.indexOf(die) % 2 ? 1 : -1) * size * 0.28;
  return w > h ? { x: x + w * 0.75, y: y + h / 2 + aside * 0.9 } : { x: x + w / 2 + aside, y: y + h * 0.76 };
}

export function numberAt({ pairs }: Dice, colour: Colour): { x: number; y: number; w: number; h: number } {
  const { x, y, w, h } = pairs[colour];
  return w > h ? { x: x + w * 0.32, y: y + h / 2, w: w * 0.52, h: h - 12 } : { x: x + w / 2, y: y + h * 0.31, w: w - 8, h: h * 0.46 };
}

/** The centre of a field. */
export function fieldAt(plan: Plan, row: number, field: number): { x: number; y: number } {
  const { x, y, h } = plan.rows[row]!;
  return { x: x + plan.left + (field + 0.5) * plan.across, y: y + h / 2 };
}

export const middle = (box: Box) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });
