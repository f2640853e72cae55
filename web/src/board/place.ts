import { getContext, setContext } from "svelte";

const PLACE = Symbol("place");

/** Where a board lies: on a table, whose page gives it a stage and a dock, or in the flow of a page, to be looked at. */
export interface Place {
  readonly plays: boolean;
}

export function setPlace(place: Place): void {
  setContext(PLACE, place);
}

/** The place of the board that this belongs to. */
export function place(): Place {
  return getContext<Place>(PLACE);
}
