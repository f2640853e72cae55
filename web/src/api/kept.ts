/**
 * Structural sharing: reuse the unchanged sub-objects of the previous value so that Svelte skips their
 * subscribers.
 */
export function kept<T>(before: unknown, now: T): T {
  if (before === now || !isMany(before) || !isMany(now) || Array.isArray(before) !== Array.isArray(now)) return now;
  const parts = Object.entries(now).map(([key, part]) => [key, kept(before[key], part)] as const);
  if (parts.length === Object.keys(before).length && parts.every(([key, part]) => part === before[key])) return before as T;
  return (Array.isArray(now) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as T;
}

function isMany(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
