import type { Move } from "../api/types";

export interface Group {
  name: string;
  size: number;
}

const MANY = 12; // up to this many moves a plain list is quicker to read

/** The label of a move, or its notation until the label is loaded. */
export function said(move: Move): string {
  return move.label ?? move.move;
}

/**
 * The group heading of a move, taken from its label: the text before a colon ("Reihe 3, Feld 2: …"), or else
 * the words up to and including the first with a digit ("Von a1 über …").
 */
export function headingOf(label: string): string {
  const colon = label.indexOf(":");
  if (colon > 0) return label.slice(0, colon);
  return /^.*?\S*\d\S*/.exec(label)?.[0] ?? label;
}

/** Group a long list of moves by heading; empty if grouping would not help. */
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

/** The moves whose label or notation contains every word of the search, ignoring accents. */
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
