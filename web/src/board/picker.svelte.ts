import type { Move } from "../api/types";
import { sound } from "../shell/sound";
import { talk } from "./talk.svelte";

/**
 * The things that a move consists of, in the order of selection; things in a nested list may be selected in
 * any order.
 */
export type Path = (string | string[])[];

/**
 * State machine for moves made by pointing. The board declares the things of each legal move; the picker
 * computes what can be selected next, plays a move as soon as it is complete, and explains why a thing is not
 * selectable. It knows no rules: the legal moves come from the server.
 */
export class Picker {
  private readonly moves: () => Move[];
  private readonly pathsOf: (move: string) => Path[];
  private readonly play: (move: string, picked: string[]) => void;
  private readonly whyNot: (id: string, picked: string[]) => string;
  private readonly swift: (id: string) => boolean;
  private readonly asks: (picked: string[]) => string;
  private begun: { question: string; ids: string[] } = $state.raw({ question: "", ids: [] });
  /** The thing being dragged, and its offset in drawing units. */
  dragged: { id: string; x: number; y: number } | null = $state.raw(null);
  /** The thing under the pointer or with the keyboard focus. */
  regarded: string | null = $state(null);

  constructor(board: {
    moves: () => Move[];
    path: (move: string) => Path;
    /** Alternative paths of the same move. */
    otherPaths?: (move: string) => Path[];
    /** Make the move; `picked` is what was selected for it. */
    play: (move: string, picked: string[]) => void;
    /** The explanation for a thing that no legal move uses now. */
    whyNot: (id: string, picked: string[]) => string;
    /** The things where one click suffices if only one move is left. When dragged, they wait for the drop. */
    swift?: (id: string) => boolean;
    /** The question after these things were picked; by default the table asks for the target. */
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
  /** Identifies the question: selections made for another question are ignored. */
  private question = $derived.by(() =>
    this.moves()
      .map((move) => move.move)
      .join("\n"),
  );

  /** The things selected so far. */
  picked: string[] = $derived.by(() => (this.begun.question === this.question ? this.begun.ids : []));
  /** The question once something is picked, in the board's own words; empty: none. */
  asked: string = $derived.by(() => (this.picked.length ? this.asks(this.picked) : ""));
  private open = $derived.by(() =>
    this.paths.flatMap(({ move, path }) => {
      const rest = after(path, this.picked);
      return rest ? [{ move, rest }] : [];
    }),
  );
  /** The things that can be selected next. */
  offered: Set<string> = $derived.by(() => new Set(this.open.flatMap(({ rest }) => next(rest))));
  /** The things that can be selected first, also during a selection, which they restart. */
  private first = $derived.by(() => new Set(this.paths.flatMap(({ path }) => next(path))));

  isOffered(id: string): boolean {
    return this.offered.has(id);
  }

  isPicked(id: string): boolean {
    return this.picked.includes(id);
  }

  /**
   * The things that selecting the regarded thing would make available: a preview while it is hovered or
   * focused.
   */
  foreseen: Set<string> = $derived.by(() => {
    const id = this.regarded;
    if (id === null || !this.offered.has(id)) return new Set<string>();
    return new Set(this.paths.flatMap(({ path }) => next(after(path, [...this.picked, id]) ?? [])));
  });

  /** The move that selecting this thing would make, if any. */
  moveAt(id: string): Move | null {
    return only(this.open.filter(({ rest }) => rest.length === 1 && next(rest).length === 1 && next(rest)[0] === id));
  }

  /** The things of a move. */
  thingsOf(move: string): string[] {
    return this.paths.find((one) => one.move.move === move)?.path.flat() ?? [];
  }

  /** Select a thing. */
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

  /** Preselect likely things, if nothing has been picked for this question yet. */
  propose(ids: string[]): void {
    if (this.begun.question !== this.question && this.paths.some(({ path }) => after(path, ids))) this.begun = { question: this.question, ids };
  }

  /** Clear the selection. */
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

/** The move that all candidates share, or none. */
function only(found: { move: Move }[]): Move | null {
  return found[0] && found.every(({ move }) => move === found[0]!.move) ? found[0].move : null;
}

/** The rest of a path after these things; null if they are no prefix of it. */
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
