import { getContext } from "svelte";

import type { Picker } from "./picker.svelte";

export const CANVAS = Symbol("canvas");

export interface CanvasOfSpots {
  readonly picker: Picker;
  /** How many units of the drawing make a pixel. */
  readonly unit: number;
  grab(id: string, event: PointerEvent): void;
  clicked(id: string): void;
}

/** The canvas that a spot lies on. */
export function canvas(): CanvasOfSpots {
  return getContext<CanvasOfSpots>(CANVAS);
}
