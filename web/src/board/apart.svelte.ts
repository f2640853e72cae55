import { untrack } from "svelte";

/**
 * Fine-grained reactivity: the same properties, each derived on its own, so that a reader of one updates only
 * when that property changes.
 */
export function apart<T extends object>(all: () => T): T {
  const each = {} as T;
  for (const name of Object.keys(untrack(all)) as (keyof T)[]) {
    const one = $derived(all()[name]);
    Object.defineProperty(each, name, { enumerable: true, get: () => one });
  }
  return each;
}
