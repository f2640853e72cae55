import { untrack } from "svelte";

/** The same properties, each for itself: whoever reads one is told only when that one has become another. */
export function apart<T extends object>(all: () => T): T {
  const each = {} as T;
  for (const name of Object.keys(untrack(all)) as (keyof T)[]) {
    const one = $derived(all()[name]);
    Object.defineProperty(each, name, { enumerable: true, get: () => one });
  }
  return each;
}
