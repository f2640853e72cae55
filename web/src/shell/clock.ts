import { createSubscriber } from "svelte/reactivity";

const ticking = createSubscriber((tick) => {
  const timer = setInterval(tick, 100);
  return () => clearInterval(timer);
});

/** The time now, in milliseconds; what reads it while it is drawn is drawn again as time goes by. */
export function now(): number {
  ticking();
  return Date.now();
}
