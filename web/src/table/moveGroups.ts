import type { Move } from "../api/types";

export interface Group {
  name: string;
  size: number;
}

const MANY = 12; // below this a plain list is quicker to read than any order

/** A move in words, or as it is written until its words have come. */
export function said(move: Move): string {
  return move.label ?? move.move;
}

/**
 * The heading a move belongs under, taken from its label: what stands before a colon ("Reihe 3, Feld 2: …"), or else the words up to and
 * including the first with a digit ("Von a1 über …").
 */
export function headingOf(label: string): string {
  const colon = label.indexOf(":");
  if (colon > 0) return label.slice(0, colon);
  return /^.*?\S*\d\S*/.exec(label)?.[0] ?? label;
}

/** The groups that a long list of moves falls into; none where grouping would not help. */
export function groupsOf(moves: Move[]): Group[] {
  if (moves.length <= MANY) return [];
  const sizes = new Map<string, number>();
  for (const move of moves) {
    const name = headingOf(said(move));
    sizes.set(name, (sizes.get(name) ?? 0) + 1);
  }
  if (sizes.size < 2 || sizes.size > moves.length * 0.6) return [];
  return [...sizes].map(([name, size]) => ({ name, size }));
}

export function isLong(moves: Move[]): boolean {
  return moves.length > MANY;
}

/** The moves in whose label or notation every word of the search occurs, whatever its accents. */
export function matching(moves: Move[], search: string): Move[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (!words.length) return moves;
  return moves.filter((move) => {
    const text = plain(`${said(move)} ${move.move}`);
    return words.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
