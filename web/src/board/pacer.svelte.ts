import type { View } from "../api/types";
import type { BoardProps } from "../games/registry";
import { moves } from "./motion";

const BEAT = 650; // how long a position stays in view before the next one follows
const MANY = 6; // waiting positions; beyond them it goes three times as fast

export type Shown = Omit<BoardProps, "before">;

/**
 * Shows positions one after the other, each long enough to see what has changed, however fast they come. While some are still to be shown
 * nothing can be pointed at: one always plays from the position that counts.
 */
export class Pacer {
  private current: { props: Shown; before: View | null } | null = $state.raw(null);
  private waiting: Shown[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shownAt = 0;
  /** How long a position stays, where that depends on what has changed. */
  beat: number | ((before: View | null, view: View) => number) = BEAT;

  /** What the board is given now. */
  props: BoardProps | null = $derived.by(() => {
    if (!this.current) return null;
    const { props, before } = this.current;
    return { ...props, before, moves: this.waiting.length ? [] : props.moves };
  });

  take(props: Shown): void {
    const newest = this.waiting.at(-1) ?? this.current?.props;
    if (!newest || same(newest.view, props.view)) {
      // nothing has moved: another language, another question, a word in the chat
      if (this.waiting.length) this.waiting = this.waiting.with(-1, props);
      else this.current = { props: newest ? { ...props, view: newest.view } : props, before: this.current?.before ?? null };
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
      this.show(last, (this.waiting.at(-2) ?? this.current?.props)?.view ?? null, []);
      return;
    }
    const stay = this.beatOfCurrent() / (this.waiting.length > MANY ? 3 : 1);
    const wait = this.shownAt + stay - performance.now();
    if (wait <= 0) this.show(next, this.current?.props.view ?? null, rest);
    if (this.waiting.length) this.timer = setTimeout(this.advance, Math.max(wait, 30));
  };

  private beatOfCurrent(): number {
    if (typeof this.beat === "number") return this.beat;
    return this.current ? this.beat(this.current.before, this.current.props.view) : 0;
  }

  private show(props: Shown, before: View | null, rest: Shown[]): void {
    this.current = { props, before };
    this.waiting = rest;
    this.shownAt = performance.now();
  }
}

function same(one: View, other: View): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
