import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

import { motionIsWelcome, settings } from "../shell/settings.svelte";

type Direction = "in" | "out";
export interface Way {
  direction: Direction;
}

/** How long a piece takes to glide to its new place; `--glide` in the styles is the same. */
export const GLIDE = 420;

let slow = false;

/** Whether pieces should move: by choice, where one wants to see moves happen, and while the device keeps up. */
export function moves(): boolean {
  return motionIsWelcome() && settings.pace !== "skip" && !slow;
}

const TICK = 20; // milliseconds
const JERKY = 3; // positions in a row
let jerky = 0;

/**
 * Watches a board while its pieces glide. A device that is busy for more than half of that time, position after position, cannot keep up: it
 * gets its pieces put in place at once, from then on, and nothing else moves either (tokens.css). A clock tells, not the frames: to ask for each
 * frame makes work where there is none.
 */
export function watchSmoothness(): () => void {
  if (!moves()) return () => undefined;
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), TICK);
  const judging = setTimeout(() => {
    clearInterval(ticking);
    if (document.hidden) return; // clocks go slowly there
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

/** What is seen at one moment of a transition, as `Element.animate` takes it. */
type Moment = Record<string, string | number>;
const EASE_OUT = "cubic-bezier(0.215, 0.61, 0.355, 1)"; // cubicOut, for browsers
const CENTRED = { transformBox: "fill-box", transformOrigin: "center" };

/**
 * A transition that is where `at` says (t goes from 0, gone, to 1, there). What comes is handed to the browser whole, as three moments: Svelte would
 * write down all of its frames, and touch it again when it has come. What goes waits within its motion: Svelte waits with an empty one, in which
 * the script is called for each frame.
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
    const stop = () => element.isConnected || coming.cancel(); // it may have been replaced before it was ever seen
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

/** A piece that comes or goes: it grows or shrinks where it is. For SVG elements whose `transform` is not otherwise used. */
export function pop(piece: Element, { delay = 0, duration = 260, from = 0.3 } = {}, { direction }: Way): TransitionConfig {
  return paced(piece, { delay, duration }, (t) => ({ opacity: t, transform: `scale(${from + (1 - from) * t})`, ...CENTRED }), direction);
}

/** A piece that comes from somewhere, or goes there: x and y are where, relative to its place. */
export function fly(piece: Element, { x = 0, y = 0, delay = 0, duration = GLIDE } = {}, { direction }: Way): TransitionConfig {
  return paced(piece, { delay, duration }, (t, u) => ({ opacity: Math.min(1, 2 * t), transform: `translate(${x * u}px, ${y * u}px)` }), direction);
}
