import { getContext } from "svelte";

import type { Picker } from "./picker.svelte";

export const CANVAS = Symbol("canvas");

export interface CanvasOfSpots {
  readonly picker: Picker;
  /** Drawing units per pixel. */
  readonly unit: number;
  grab(id: string, event: PointerEvent): void;
  clicked(id: string): void;
}

/** Return the canvas around a spot. */
export function canvas(): CanvasOfSpots {
  return getContext<CanvasOfSpots>(CANVAS);
}
