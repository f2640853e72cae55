/**
 * What these pages have kept in this browser under a name: those of its parts that are as they should be. An older page may have written it, somebody
 * may have changed it, or it has come along with a link of somebody else. A page that fails by it would fail for good.
 */
export function stored<Part>(name: string, isGood: (part: unknown, key: string) => part is Part): Record<string, Part> {
  try {
    const parts = Object.entries(JSON.parse(localStorage.getItem(name) ?? "{}") as object);
    return Object.fromEntries(parts.filter((part): part is [string, Part] => isGood(part[1], part[0])));
  } catch {
    return {}; // no JSON, or storage is forbidden
  }
}

/** Keeps it; where storage is forbidden or full, it lasts as long as the page. */
export function store(name: string, parts: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(parts));
  } catch {
    // as has been said
  }
}
