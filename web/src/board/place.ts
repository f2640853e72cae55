import { getContext, setContext } from "svelte";

import { settings } from "../shell/settings.svelte";

const PLACE = Symbol("place");

/** Where a board lies: on a table, whose page gives it a stage and a dock; on a big screen, whose stage it fills; or in the flow of a page. */
export interface Place {
  /** Whether somebody plays on it; else it is only looked at. */
  readonly plays: boolean;
  /** Whether the page says how large its stage is; else it has the shape that the board asks for. */
  readonly fills: boolean;
}

export function setPlace(place: Place): void {
  setContext(PLACE, place);
}

/** The place of the board that this belongs to. */
export function place(): Place {
  return getContext<Place>(PLACE);
}

/** Whether a board writes the names of its cells: by choice; and in replays and rules, whose words speak of them, always. */
export function namesOfCells(): () => boolean {
  const { plays } = place();
  return () => settings.coordinates || !plays;
}
