/**
 * Read a localStorage entry, keeping only its valid parts. It may have been written by an older version, by
 * the person, or by a shared link; an entry that breaks a page would break it permanently.
 */
export function stored<Part>(name: string, isGood: (part: unknown, key: string) => part is Part): Record<string, Part> {
  try {
    const parts = Object.entries(JSON.parse(localStorage.getItem(name) ?? "{}") as object);
    return Object.fromEntries(parts.filter((part): part is [string, Part] => isGood(part[1], part[0])));
  } catch {
    return {}; // invalid JSON, or storage is forbidden
  }
}

/** Write a localStorage entry. If storage is forbidden or full, the value lasts as long as the page. */
export function store(name: string, parts: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(parts));
  } catch {
    // Best effort, see above.
  }
}
