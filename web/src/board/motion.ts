import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

import { motionIsWelcome } from "../shell/settings.svelte";

/** How long a piece takes to glide to its new place; `--glide` in the styles is the same. */
export const GLIDE = 420;

let slow = false;

/** Whether pieces should move: by choice, and while the device keeps up. */
export function moves(): boolean {
  return motionIsWelcome() && !slow;
}

/** Watches the frames while a board is played on: a device that cannot keep up gets its pieces put in place at once, from then on. */
export function watchSmoothness(): () => void {
  const LONG = 50; // milliseconds: fewer than twenty frames a second
  if (slow) return () => undefined;
  let last = 0;
  let late = 0;
  let request = requestAnimationFrame(function look(now) {
    if (last && !document.hidden) late = Math.max(0, late + (now - last > LONG ? 2 : -1));
    last = document.hidden ? 0 : now;
    if (late > 20) {
      slow = true;
      return;
    }
    request = requestAnimationFrame(look);
  });
  return () => cancelAnimationFrame(request);
}

/** A piece that comes or goes: it grows or shrinks where it is. For SVG elements whose `transform` is not otherwise used. */
export function pop(_: Element, { delay = 0, duration = 260, from = 0.3 } = {}): TransitionConfig {
  if (!moves()) return { duration: 0 };
  return { delay, duration, easing: cubicOut, css: (t) => `opacity: ${t}; transform: scale(${from + (1 - from) * t}); transform-box: fill-box; transform-origin: center` };
}

/** A piece that comes from somewhere, or goes there: x and y are where, relative to its place. */
export function fly(_: Element, { x = 0, y = 0, delay = 0, duration = GLIDE } = {}): TransitionConfig {
  if (!moves()) return { duration: 0 };
  return { delay, duration, easing: cubicOut, css: (t, u) => `opacity: ${Math.min(1, 2 * t)}; transform: translate(${x * u}px, ${y * u}px)` };
}
