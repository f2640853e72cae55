import { Tween } from "svelte/motion";
import { cubicOut } from "svelte/easing";

import { moves } from "../../board/motion";

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

const CLOSEST = 4; // times as large as what fits
const WHEEL = 1.0015; // per unit that the wheel turns

/** The part of an endless board that is looked at: all that lies there, until somebody zooms or drags it; then as they left it. */
export class Lens {
  private readonly whole: () => Frame;
  private zoom = $state(1);
  private middle: { x: number; y: number } | null = $state.raw(null);
  private shown: Tween<Frame>;
  private touches = new Map<number, { x: number; y: number }>();

  constructor(whole: () => Frame) {
    this.whole = whole;
    this.shown = new Tween(this.wanted, { easing: cubicOut });
    $effect(() => void this.shown.set(this.wanted, { duration: moves() ? 300 : 0 }));
  }

  private wanted: Frame = $derived.by(() => {
    const whole = this.whole();
    const [width, height] = [whole.width / this.zoom, whole.height / this.zoom];
    const middle = this.middle ?? { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 };
    return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
  });

  get frame(): Frame {
    return this.shown.current;
  }

  isZoomed = $derived.by(() => this.zoom !== 1 || this.middle !== null);

  fit(): void {
    this.zoom = 1;
    this.middle = null;
  }

  /** Larger or smaller, about a point of the board. */
  scale(by: number, about = this.centre()): void {
    const old = this.wanted;
    const zoom = Math.min(CLOSEST, Math.max(1, this.zoom * by));
    if (zoom === 1) return this.fit();
    const share = this.zoom / zoom;
    this.middle = {
      x: about.x + (old.x + old.width / 2 - about.x) * share,
      y: about.y + (old.y + old.height / 2 - about.y) * share,
    };
    this.zoom = zoom;
  }

  onwheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.scale(WHEEL ** -event.deltaY, this.at(event));
  };

  onpointerdown = (event: PointerEvent): void => {
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  onpointerup = (event: PointerEvent): void => {
    this.touches.delete(event.pointerId);
  };

  /** Two fingers pull the board apart, together, or along. */
  onpointermove = (event: PointerEvent): void => {
    const old = this.touches.get(event.pointerId);
    const [other] = [...this.touches].filter(([id]) => id !== event.pointerId).map(([, touch]) => touch);
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!old || !other) return;
    const apart = (one: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y);
    const now = { x: event.clientX, y: event.clientY };
    if (apart(old) > 0) this.scale(apart(now) / apart(old), this.at(event));
    const unit = this.wanted.width / (event.currentTarget as HTMLElement).clientWidth;
    const from = this.middle ?? this.centre();
    if (this.zoom > 1) this.middle = { x: from.x - ((now.x - old.x) * unit) / 2, y: from.y - ((now.y - old.y) * unit) / 2 };
  };

  private centre(): { x: number; y: number } {
    return { x: this.wanted.x + this.wanted.width / 2, y: this.wanted.y + this.wanted.height / 2 };
  }

  private at(event: MouseEvent): { x: number; y: number } {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return {
      x: this.wanted.x + ((event.clientX - box.x) / box.width) * this.wanted.width,
      y: this.wanted.y + ((event.clientY - box.y) / box.height) * this.wanted.height,
    };
  }
}
