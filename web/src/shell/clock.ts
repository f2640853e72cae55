import { createSubscriber } from "svelte/reactivity";

const ticking = createSubscriber((tick) => {
  const timer = setInterval(tick, 100);
  return () => clearInterval(timer);
});

/**
 * The current time in milliseconds, as a reactive value: components that read it are updated as time passes.
 */
export function now(): number {
  ticking();
  return Date.now();
}
