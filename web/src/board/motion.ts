import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

import { motionIsWelcome, settings } from "../shell/settings.svelte";

type Direction = "in" | "out";
export interface Way {
  direction: Direction;
}

/** The duration of a piece's animation; equal to `--glide` in the styles. */
export const GLIDE = 420;

let slow = false;

/** Whether to animate pieces: by the setting, the system's preference, and unless the device is too slow. */
export function moves(): boolean {
  return motionIsWelcome() && settings.pace !== "skip" && !slow;
}

const TICK = 20; // milliseconds
const JERKY = 3; // consecutive positions
let jerky = 0;

/**
 * Measure the load while pieces glide. A device that is busy for more than half of the time, in several
 * consecutive positions, is too slow: animations are switched off from then on, everywhere (tokens.css).
 * Measured with a timer, as requesting every frame would itself cause work.
 */
export function watchSmoothness(): () => void {
  if (!moves()) return () => undefined;
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), TICK);
  const judging = setTimeout(() => {
    clearInterval(ticking);
    if (document.hidden) return; // timers are throttled in the background
    jerky = ticks < GLIDE / TICK / 2 ? jerky + 1 : 0;
    if (jerky === JERKY) giveUp();
  }, GLIDE);
  return () => {
    clearInterval(ticking);
    clearTimeout(judging);
  };
}

function giveUp(): void {
  slow = true;
  document.documentElement.dataset.device = "slow";
}

/** One keyframe of a transition, for `Element.animate`. */
type Moment = Record<string, string | number>;
const EASE_OUT = "cubic-bezier(0.215, 0.61, 0.355, 1)"; // cubicOut as CSS
const CENTRED = { transformBox: "fill-box", transformOrigin: "center" };

/**
 * A transition with the style `at(t)` (t runs from 0, gone, to 1, present). Entering is handed to the browser
 * as three keyframes: Svelte would write out all frames and touch the element again at the end. Leaving has
 * its delay built into the keyframes: for a delay, Svelte runs an empty animation that calls the script in each
 * frame.
 */
export function paced(
  element: Element,
  { delay = 0, duration = GLIDE },
  at: (t: number, u: number) => Moment,
  direction: Direction,
): TransitionConfig {
  if (!moves()) return { duration: 0 };
  if (direction === "in") {
    const coming = element.animate([at(0, 1), at(0.5, 0.5), at(1, 0)], { delay, duration, easing: EASE_OUT, fill: "backwards" });
    // it may have been replaced before it was rendered
    const stop = () => element.isConnected || coming.cancel();
    coming.ready.then(stop, () => undefined);
    return { duration: 0 };
  }
  const gone = (share: number) => cubicOut(Math.max(0, share * (delay + duration) - delay) / duration);
  return { duration: delay + duration, css: (_, u) => styled(at(1 - gone(u), gone(u))) };
}

function styled(moment: Moment): string {
  return Object.entries(moment)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}`)
    .join("; ");
}

/** Transition: grow or shrink in place. For SVG elements whose `transform` is not otherwise used. */
export function pop(piece: Element, { delay = 0, duration = 260, from = 0.3 } = {}, { direction }: Way): TransitionConfig {
  return paced(piece, { delay, duration }, (t) => ({ opacity: t, transform: `scale(${from + (1 - from) * t})`, ...CENTRED }), direction);
}

/** Transition: move from or to another place; x and y are relative to the element's place. */
export function fly(piece: Element, { x = 0, y = 0, delay = 0, duration = GLIDE } = {}, { direction }: Way): TransitionConfig {
  return paced(piece, { delay, duration }, (t, u) => ({ opacity: Math.min(1, 2 * t), transform: `translate(${x * u}px, ${y * u}px)` }), direction);
}
