/** A character keeps its identity while places are numbered anew: so it is seen to move up, and to fall. */
export interface Character {
  id: number;
  seat: number;
}

/** The place that one has left between two rings; null: nobody has. The guard stands there now, on the next one. */
export function leaver(before: number[], ring: number[], guard: number | null): number | null {
  if (guard === null || before.length !== ring.length + 1) return null;
  return [guard, before.length - 1].find((place) => same(before.toSpliced(place, 1), ring)) ?? null;
}

/** Who stands where now, of those who stood there before. */
export function follow(known: Character[], ring: number[], guard: number | null): Character[] {
  const before = known.map(({ seat }) => seat);
  if (same(before, ring)) return known;
  const gone = leaver(before, ring, guard);
  if (gone !== null) return known.toSpliced(gone, 1);
  const back = leaver(ring, before, guard ?? ring.length - 1); // a replay that goes back, or one more at the set-up
  const anew = ring.map((seat) => ({ id: next++, seat }));
  return back === null ? anew : known.toSpliced(back, 0, anew[back]!);
}

let next = 0;

function same(one: number[], other: number[]): boolean {
  return one.length === other.length && one.every((seat, place) => seat === other[place]);
}
