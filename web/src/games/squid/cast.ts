/**
 * A character with an identity that survives renumbering of places, so that moves and falls can be animated.
 */
export interface Character {
  id: number;
  seat: number;
}

/**
 * Match the characters of the ring with the previous ones. Falls are known from the events, place by place;
 * without events, as when jumping through a replay, the common characters at either end keep their identity.
 */
export function follow(known: Character[], ring: number[], fallen: number[]): Character[] {
  const left = fallen.reduce((still, place) => still.toSpliced(place, 1), known);
  if (isCast(left, ring)) return left;
  const limit = Math.min(known.length, ring.length);
  let ahead = 0;
  while (ahead < limit && known[ahead]!.seat === ring[ahead]) ahead++;
  let behind = 0;
  while (behind < limit - ahead && known.at(-1 - behind)!.seat === ring.at(-1 - behind)) behind++;
  const anew = ring.slice(ahead, ring.length - behind).map((seat) => ({ id: next++, seat }));
  return [...known.slice(0, ahead), ...anew, ...known.slice(known.length - behind)];
}

let next = 0;

function isCast(cast: Character[], ring: number[]): boolean {
  return cast.length === ring.length && cast.every(({ seat }, place) => seat === ring[place]);
}
