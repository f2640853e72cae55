import type { EventData } from "../../api/types";
import { moves } from "../../board/motion";
import type { MuseumView } from "./view";

/**
 * The timeline of a view, which may include a whole turn: cards, light, steps, the guard's and Ida's way, the
 * next roll, in this order.
 */
export interface Story {
  /** The start of each part, in milliseconds after the view is shown. */
  tiles: number;
  guard: number;
  ida: number;
  /** The strips are cleared and the dice rolled. */
  dice: number;
}

export const STEP = 210; // milliseconds per step of a figure
export const TILE = 160; // milliseconds between two tiles that light up
const CARD = 420;
const FARTHEST = 9; // fields

export function tell(happened: EventData[], before: MuseumView | null, view: MuseumView): Story {
  if (!before || !moves()) return { tiles: 0, guard: 0, ida: 0, dice: 0 };
  const told = (key: string) => happened.filter((one) => one.key === key);
  const tiles = told("draws").length ? CARD : 0;
  const lit = tiles + TILE * told("lit").reduce((sum, { values }) => sum + Number(values.n), 0);
  const guard = lit + (told("steps").length && told("guard").length ? STEP : 0);
  const ida = guard + STEP * walk(before.guard, view.guard).length;
  return { tiles, guard, ida, dice: ida + STEP * walk(before.ida, view.ida).length };
}

/** The fields from one to another, in order, without the first. */
export function way(from: number | null | undefined, to: number | null): number[] {
  if (from === null || from === undefined || to === null) return [];
  const step = Math.sign(to - from);
  return Array.from({ length: Math.abs(to - from) }, (_, index) => from + step * (index + 1));
}

/** The fields of a walking animation: empty if the distance is too long, as when jumping through a replay. */
export function walk(from: number | null | undefined, to: number | null): number[] {
  const fields = way(from, to);
  return fields.length > FARTHEST ? [] : fields;
}
