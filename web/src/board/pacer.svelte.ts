import { kept } from "../api/kept";
import type { EventData, Move, View } from "../api/types";
import type { BoardProps } from "../games/registry";
import { settings } from "../shell/settings.svelte";
import { moves } from "./motion";

const BEAT = 650; // how long a position stays in view before the next one follows
const NONE: Move[] = [];
const PACES = { slow: 1.7, normal: 1, fast: 0.55, skip: 0 }; // how much of its time a position gets, by choice
const MANY = 6; // waiting positions; beyond them it goes three times as fast

/** How long a position stays in view, in milliseconds, before the next one follows, where several come at once; by what has happened. */
export type Beat = number | ((happened: EventData[]) => number);

/** What was shown before may be given, where one can go from any position to any other; else it is what was shown before. */
export type Shown = Omit<BoardProps, "before"> & { before?: View | null };

/**
 * Shows positions one after the other, each long enough to see what has changed, however fast they come. While some are still to be shown
 * nothing can be pointed at: one always plays from the position that counts.
 */
export class Pacer {
  private current: { props: Shown; before: View | null };
  private waiting: Shown[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shownAt = 0;
  /** How long a position stays, where that depends on what has changed. */
  beat: Beat = BEAT;

  /** What the board is given now. */
  props: BoardProps = $derived.by(() => {
    const { props, before } = this.current;
    return { ...props, before, moves: this.waiting.length ? NONE : props.moves };
  });

  /** Whoever comes is shown the position before the last move, where it is known, and then that move, as if they had been there. */
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
      // nothing has moved: another language, another question, a word in the chat; what led here is still being told
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
