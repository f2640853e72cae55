import type { EventData } from "../../api/types";
import { moves } from "../../board/motion";
import type { MuseumView } from "./view";

/** One view can bring a whole turn: cards, light, steps, the guard's and Ida's way, the next roll. It is told in this order. */
export interface Story {
  /** When each begins, in milliseconds after the view is shown. */
  tiles: number;
  guard: number;
  ida: number;
  /** The strips are cleared and the dice rolled anew. */
  dice: number;
}

export const STEP = 210; // milliseconds for a figure's step
export const TILE = 160; // from one tile that lights up to the next
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

/** The fields that a figure is seen to walk over: none where it comes from too far, as when one leafs through a game. */
export function walk(from: number | null | undefined, to: number | null): number[] {
  const fields = way(from, to);
  return fields.length > FARTHEST ? [] : fields;
}
