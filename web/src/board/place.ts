import { getContext, setContext } from "svelte";

import { settings } from "../shell/settings.svelte";

const PLACE = Symbol("place");

/**
 * The context of a board: a table, whose page has a stage and a dock; a big screen, whose stage it fills; or
 * the flow of a page.
 */
export interface Place {
  /** Whether a person plays on it; otherwise it is read-only. */
  readonly plays: boolean;
  /** Whether the page defines the size of the stage; otherwise the board chooses its aspect ratio. */
  readonly fills: boolean;
}

export function setPlace(place: Place): void {
  setContext(PLACE, place);
}

/** Return the context of the board around the component. */
export function place(): Place {
  return getContext<Place>(PLACE);
}

/**
 * Whether a board shows cell names: by the setting, and always in replays and rules, whose text refers to
 * them.
 */
export function namesOfCells(): () => boolean {
  const { plays } = place();
  return () => settings.coordinates || !plays;
}
