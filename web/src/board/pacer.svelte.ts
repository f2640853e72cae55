import { kept } from "../api/kept";
import type { EventData, Move, View } from "../api/types";
import type { BoardProps } from "../games/registry";
import { settings } from "../shell/settings.svelte";
import { moves } from "./motion";

const BEAT = 650; // how long a position stays visible before the next one follows
const NONE: Move[] = [];
const PACES = { slow: 1.7, normal: 1, fast: 0.55, skip: 0 }; // factor of that time, by the setting
const MANY = 6; // queued positions; beyond them the pace is tripled

/**
 * How long a position stays visible, in milliseconds, before the next queued one follows; optionally computed
 * from its events.
 */
export type Beat = number | ((happened: EventData[]) => number);

/**
 * The props without `before`, which is the position shown previously unless given (where any position can
 * follow any other).
 */
export type Shown = Omit<BoardProps, "before"> & { before?: View | null };

/**
 * Queues positions and shows each long enough to see what has changed, however fast they arrive. While
 * positions are queued, nothing can be picked: moves are always made from the current position.
 */
export class Pacer {
  private current: { props: Shown; before: View | null };
  private waiting: Shown[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shownAt = 0;
  /** How long a position stays, if that depends on what has changed. */
  beat: Beat = BEAT;

  /** The current props of the board. */
  props: BoardProps = $derived.by(() => {
    const { props, before } = this.current;
    return { ...props, before, moves: this.waiting.length ? NONE : props.moves };
  });

  /** On opening, start at the position before the last move, if known, and animate that move. */
  constructor(first: Shown, earlier: View | null = null) {
    this.current = $state.raw({ props: first, before: first.before ?? earlier });
    if (earlier === null || !moves() || document.hidden) return;
    this.current = { props: { ...first, view: earlier, moves: NONE, events: [], phase: "playing", outcome: null }, before: null };
    this.shownAt = performance.now();
    this.take(first);
  }

  take(given: Shown): void {
    const newest = this.waiting.at(-1) ?? this.current.props;
    const props = { ...given, view: kept(newest.view, given.view) };
    if (props.view === newest.view) {
      // the position is unchanged (another language or question, a chat message): keep narrating the events
      // that led to it
      const same = { ...props, events: newest.events };
      if (this.waiting.length) this.waiting = this.waiting.with(-1, same);
      else this.current = { props: same, before: this.current.before };
      return;
    }
    this.waiting = [...this.waiting, props];
    this.advance();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private advance = (): void => {
    clearTimeout(this.timer);
    const [next, ...rest] = this.waiting;
    if (!next) return;
    if (!moves() || document.hidden) {
      const last = this.waiting.at(-1)!;
      this.show(last, (this.waiting.at(-2) ?? this.current.props).view, []);
      return;
    }
    const stay = (PACES[settings.pace] * this.beatOfCurrent()) / (this.waiting.length > MANY ? 3 : 1);
    const wait = this.shownAt + stay - performance.now();
    if (wait <= 0) this.show(next, this.current.props.view, rest);
    if (this.waiting.length) this.timer = setTimeout(this.advance, Math.max(wait, 30));
  };

  private beatOfCurrent(): number {
    if (typeof this.beat === "number") return this.beat;
    return this.beat(this.current.props.events.flatMap((event) => event.happened));
  }

  private show(props: Shown, before: View, rest: Shown[]): void {
    this.current = { props, before: props.before ?? before };
    this.waiting = rest;
    this.shownAt = performance.now();
  }
}
