import type { Seat } from "../api/types";

export interface Piece {
  text: string;
  seat: number | null;
}

/** Split a sentence at the names of the people at the table, so that names can be emphasised. */
export function piecesOf(sentence: string, seats: Seat[]): Piece[] {
  const named = seats.filter((seat) => seat.name);
  if (!named.length) return [{ text: sentence, seat: null }];
  const longestFirst = [...named].sort((a, b) => b.name.length - a.name.length);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst.map((seat) => escaped(seat.name)).join("|")})(?![\\p{L}\\p{N}])`, "u");
  return sentence
    .split(pattern)
    .filter(Boolean)
    .map((text) => ({ text, seat: named.find((seat) => seat.name === text)?.seat ?? null }));
}

function escaped(name: string): string {
  // escape only these: with the flag u, any other escape is a syntax error
  return name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
