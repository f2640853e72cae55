import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

import { motionIsWelcome } from "../shell/settings.svelte";

type Direction = "in" | "out" | "both";
export interface Way {
  direction: Direction;
}

/** How long a piece takes to glide to its new place; `--glide` in the styles is the same. */
export const GLIDE = 420;

let slow = false;

/** Whether pieces should move: by choice, and while the device keeps up. */
export function moves(): boolean {
  return motionIsWelcome() && !slow;
}

const TICK = 20; // milliseconds
const JERKY = 3; // positions in a row
let jerky = 0;

/**
 * Watches a board while its pieces glide. A device that is busy for more than half of that time, position after position, cannot keep up: it
 * gets its pieces put in place at once, from then on. A clock tells, not the frames: to ask for each frame makes work where there is none.
 */
export function watchSmoothness(): () => void {
  if (!moves()) return () => undefined;
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), TICK);
  const judging = setTimeout(() => {
    clearInterval(ticking);
    if (document.hidden) return; // clocks go slowly there
    jerky = ticks < GLIDE / TICK / 2 ? jerky + 1 : 0;
    slow ||= jerky === JERKY;
  }, GLIDE);
  return () => {
    clearInterval(ticking);
    clearTimeout(judging);
  };
}

/** A transition that waits within its motion: Svelte waits with an empty one, in which the script is called for each frame. */
export function paced(wait: number, duration: number, css: (t: number, u: number) => string, direction: Direction): TransitionConfig {
  if (!moves()) return { duration: 0 };
  const gone = (share: number) => cubicOut(Math.max(0, share * (wait + duration) - wait) / duration);
  return { duration: wait + duration, css: direction === "out" ? (_, u) => css(1 - gone(u), gone(u)) : (t) => css(gone(t), 1 - gone(t)) };
}

/** A piece that comes or goes: it grows or shrinks where it is. For SVG elements whose `transform` is not otherwise used. */
export function pop(_: Element, { delay = 0, duration = 260, from = 0.3 } = {}, { direction }: Way): TransitionConfig {
  const css = (t: number) => `opacity: ${t}; transform: scale(${from + (1 - from) * t}); transform-box: fill-box; transform-origin: center`;
  return paced(delay, duration, css, direction);
}

/** A piece that comes from somewhere, or goes there: x and y are where, relative to its place. */
export function fly(_: Element, { x = 0, y = 0, delay = 0, duration = GLIDE } = {}, { direction }: Way): TransitionConfig {
  return paced(delay, duration, (t, u) => `opacity: ${Math.min(1, 2 * t)}; transform: translate(${x * u}px, ${y * u}px)`, direction);
}
