/** A character keeps its identity while places are numbered anew: so it is seen to move up, and to fall. */
export interface Character {
  id: number;
  seat: number;
}

/**
 * Who stands where now, of those who stood there before. Who has fallen was told, place by place; where nothing was told, as when one leafs through
 * a game, those keep their identity who stand the same from either end.
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
