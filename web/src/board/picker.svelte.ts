import type { Move } from "../api/types";
import { sound } from "../shell/sound";
import { talk } from "./talk.svelte";

/** The things a move is made of, in the order in which one points at them; things in a list may be pointed at in any order. */
export type Path = (string | string[])[];

/**
 * Moves made by pointing. The board says, once, which things each legal move is made of; the picker knows what can be pointed at next, plays
 * the move as soon as it is whole, and says why not where there is none. It knows no rules: what is legal comes from the server.
 */
export class Picker {
  private readonly moves: () => Move[];
  private readonly pathsOf: (move: string) => Path[];
  private readonly play: (move: string, picked: string[]) => void;
  private readonly whyNot: (id: string, picked: string[]) => string;
  private readonly swift: (id: string) => boolean;
  private readonly asks: (picked: string[]) => string;
  private begun: { question: string; ids: string[] } = $state.raw({ question: "", ids: [] });
  /** The thing that is being dragged, and how far, in the units of the drawing. */
  dragged: { id: string; x: number; y: number } | null = $state.raw(null);
  /** The thing that the pointer or the keyboard is at. */
  regarded: string | null = $state(null);

  constructor(board: {
    moves: () => Move[];
    path: (move: string) => Path;
    /** Other ways to point at the same move. */
    otherPaths?: (move: string) => Path[];
    /** Makes the move; `picked` is what was pointed at for it. */
    play: (move: string, picked: string[]) => void;
    /** What to say of a thing that no legal move wants now. */
    whyNot: (id: string, picked: string[]) => string;
    /** The things at which a click is enough where only one move is left then. Dragged, they wait to be dropped. */
    swift?: (id: string) => boolean;
    /** What is asked next, once these things are picked; without it the table asks where they go. */
    asks?: (picked: string[]) => string;
  }) {
    this.moves = board.moves;
    this.pathsOf = (move) => [board.path(move), ...(board.otherPaths?.(move) ?? [])];
    this.play = board.play;
    this.whyNot = board.whyNot;
    this.swift = board.swift ?? (() => false);
    this.asks = board.asks ?? (() => "");
  }

  private paths = $derived.by(() => this.moves().flatMap((move) => this.pathsOf(move.move).map((path) => ({ move, path }))));
  /** What is asked: things pointed at for another question do not count. */
  private question = $derived.by(() =>
    this.moves()
      .map((move) => move.move)
      .join("\n"),
  );

  /** What has been pointed at so far. */
  picked: string[] = $derived.by(() => (this.begun.question === this.question ? this.begun.ids : []));
  /** What is asked now that something is picked, in the board's own words; empty: it has none. */
  asked: string = $derived.by(() => (this.picked.length ? this.asks(this.picked) : ""));
  private open = $derived.by(() =>
    this.paths.flatMap(({ move, path }) => {
      const rest = after(path, this.picked);
      return rest ? [{ move, rest }] : [];
    }),
  );
  /** What can be pointed at next. */
  offered: Set<string> = $derived.by(() => new Set(this.open.flatMap(({ rest }) => next(rest))));
  /** What could be pointed at first, also when something has been picked already: one may change one's mind. */
  private first = $derived.by(() => new Set(this.paths.flatMap(({ path }) => next(path))));

  isOffered(id: string): boolean {
    return this.offered.has(id);
  }

  isPicked(id: string): boolean {
    return this.picked.includes(id);
  }

  /** Where one could go on if one pointed at this thing: shown while the pointer or the keyboard is at it. */
  foreseen: Set<string> = $derived.by(() => {
    const id = this.regarded;
    if (id === null || !this.offered.has(id)) return new Set<string>();
    return new Set(this.paths.flatMap(({ path }) => next(after(path, [...this.picked, id]) ?? [])));
  });

  /** The move that pointing at this thing would make, if it makes one. */
  moveAt(id: string): Move | null {
    return only(this.open.filter(({ rest }) => rest.length === 1 && next(rest).length === 1 && next(rest)[0] === id));
  }

  /** The things that a move is made of. */
  thingsOf(move: string): string[] {
    return this.paths.find((one) => one.move.move === move)?.path.flat() ?? [];
  }

  /** Point at a thing. */
  point(id: string, drags = false): void {
    talk.note = "";
    if (this.offered.has(id)) this.take([...this.picked, id], !drags && this.swift(id));
    else if (this.isPicked(id)) this.take(this.picked.filter((one) => one !== id));
    else if (this.first.has(id)) this.take([id], !drags && this.swift(id));
    else {
      talk.note = this.whyNot(id, this.picked);
      sound.refused();
    }
  }

  /** Picks what is likely, where nothing has been picked for this question yet. */
  propose(ids: string[]): void {
    if (this.begun.question !== this.question && this.paths.some(({ path }) => after(path, ids))) this.begun = { question: this.question, ids };
  }

  /** Put everything back. */
  clear(): void {
    this.begun = { question: this.question, ids: [] };
    this.dragged = null;
  }

  private take(ids: string[], isEnough = false): void {
    const whole = this.paths.find(({ path }) => after(path, ids)?.length === 0)?.move;
    const move = whole ?? (isEnough ? only(this.paths.filter(({ path }) => after(path, ids))) : null);
    this.begun = { question: this.question, ids: move ? [] : ids };
    if (move) this.play(move.move, ids);
    else sound.picked();
  }
}

/** The move that all these are about, if it is the same. */
function only(found: { move: Move }[]): Move | null {
  return found[0] && found.every(({ move }) => move === found[0]!.move) ? found[0].move : null;
}

/** What is left of a path after these things; null: they do not lead along it. */
function after(path: Path, ids: string[]): Path | null {
  let rest = path;
  for (const id of ids) {
    const [head, ...tail] = rest;
    if (head === undefined) return null;
    const group = Array.isArray(head) ? head : [head];
    if (!group.includes(id)) return null;
    const left = group.toSpliced(group.indexOf(id), 1);
    rest = left.length ? [left, ...tail] : tail;
  }
  return rest;
}

function next(path: Path): string[] {
  const [head] = path;
  return head === undefined ? [] : Array.isArray(head) ? head : [head];
}
