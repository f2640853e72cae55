import type { Box } from "../../board/box";
import type { Colour } from "./pictures";

export type { Field, Row, SafehouseView, SeatView } from "./shape";

export const DICE = [..."YyGgRrBbWw"];
export const GROUPS: Colour[] = ["Y", "G", "R", "B", "W"];
export const colourOf = (die: string) => die.toUpperCase() as Colour;

/** Where everything lies; one arrangement for wide screens, one for phones. */
export interface Plan {
  wide: boolean;
  width: number;
  height: number;
  track: Box;
  tray: Box;
  die: number;
  again: Box;
  calm: Box;
  lid: Box;
  /** The button that goes on with the game. */
  main: Box;
  sheet: Box;
  /** Of a sheet: the side of a field, from one to the next, from row to row, where the first begins. */
  field: number;
  across: number;
  down: number;
  left: number;
  top: number;
  /** The other sheets, small, or tabs. */
  others: Box;
}

const ROW = 45;
const TAB = 46;

export function planned(wide: boolean, seats: number): Plan {
  return wide ? wideFor(seats) : narrowFor(seats);
}

function wideFor(seats: number): Plan {
  return {
    wide: true,
    width: 760,
    height: 630,
    track: { x: 0, y: 0, w: 760, h: 92 },
    tray: { x: 0, y: 100, w: 486, h: 98 },
    die: 42,
    again: { x: 496, y: 100, w: 76, h: 46 },
    calm: { x: 496, y: 152, w: 76, h: 46 },
    lid: { x: 582, y: 100, w: 178, h: 50 },
    main: { x: 582, y: 156, w: 178, h: 42 },
    sheet: { x: seats > 1 ? 0 : 137, y: 206, w: 486, h: 424 },
    field: 41,
    across: 55,
    down: ROW,
    left: 28,
    top: 40,
    others: { x: 496, y: 206, w: 264, h: 424 },
  };
}

function narrowFor(seats: number): Plan {
  const tabs = seats > 1 ? seats * TAB + 4 : 0;
  return {
    wide: false,
    width: 360,
    height: 728,
    track: { x: 0, y: 0, w: 360, h: 92 },
    tray: { x: 0, y: 100, w: 222, h: 126 },
    die: 38,
    again: { x: 228, y: 100, w: 64, h: 52 },
    calm: { x: 296, y: 100, w: 64, h: 52 },
    lid: { x: 228, y: 156, w: 132, h: 70 },
    main: { x: tabs, y: 234, w: 360 - tabs, h: 44 },
    sheet: { x: 0, y: 286, w: 360, h: 442 },
    field: 41,
    across: 43.6,
    down: ROW,
    left: 14,
    top: 52,
    others: { x: 0, y: 234, w: seats * TAB, h: 44 },
  };
}

/** The middle of a die's own place in the tray: two of a colour side by side, on a phone one above the other. */
export function slot(plan: Plan, die: string): { x: number; y: number } {
  const [group, second] = [GROUPS.indexOf(colourOf(die)), DICE.indexOf(die) % 2];
  const width = plan.tray.w / GROUPS.length;
  const middle = plan.tray.x + (group + 0.5) * width;
  return plan.wide
    ? { x: middle + (second - 0.5) * (plan.die + 4), y: plan.tray.y + 8 + plan.die / 2 }
    : { x: middle, y: plan.tray.y + 6 + plan.die / 2 + second * (plan.die + 6) };
}

/** The column of a colour in the tray: its dice, and below them their sum. */
export function column(plan: Plan, colour: Colour): Box {
  const w = plan.tray.w / GROUPS.length;
  return { x: plan.tray.x + GROUPS.indexOf(colour) * w, y: plan.tray.y, w, h: plan.tray.h };
}

export const IN_LID = 0.42; // how large a die is there

export function inLid(plan: Plan, die: string): { x: number; y: number } {
  const [group, second] = [GROUPS.indexOf(colourOf(die)), DICE.indexOf(die) % 2];
  const step = plan.die * IN_LID + 4;
  return { x: plan.lid.x + 18 + group * step, y: plan.lid.y + 15 + second * step };
}

/** The middle of a field. */
export function fieldAt(plan: Plan, row: number, field: number): { x: number; y: number } {
  return { x: plan.sheet.x + plan.left + field * plan.across + plan.field / 2, y: plan.sheet.y + plan.top + (row + 0.5) * plan.down };
}

export const middle = (box: Box) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });
