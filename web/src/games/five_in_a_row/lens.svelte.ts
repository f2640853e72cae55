import { GLIDE, moves } from "../../board/motion";

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
  private last: Frame | null = null;
  private isHeld = false; // what follows the fingers or the wheel is not to lag behind
  private touches = new Map<number, { x: number; y: number }>();

  constructor(whole: () => Frame) {
    this.whole = whole;
  }

  frame: Frame = $derived.by(() => {
    const whole = this.whole();
    const [width, height] = [whole.width / this.zoom, whole.height / this.zoom];
    const middle = this.middle ?? { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 };
    return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
  });

  /** To be attached to the drawing: it glides when another part of the board comes into view. */
  glide = (drawing: SVGGElement): void => {
    const [old, now] = [this.last, this.frame];
    if (old && !this.isHeld && moves()) {
      const scale = now.width / old.width;
      const from = `translate(${now.x - scale * old.x}px, ${now.y - scale * old.y}px) scale(${scale})`;
      drawing.animate([{ transform: from }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
    }
    this.last = now;
    this.isHeld = false;
  };

  isZoomed = $derived.by(() => this.zoom !== 1 || this.middle !== null);

  fit(): void {
    this.zoom = 1;
    this.middle = null;
  }

  /** Larger or smaller, about a point of the board. */
  scale(by: number, about = this.centre()): void {
    const old = this.frame;
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
    this.isHeld = true;
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
    this.isHeld = true;
    const apart = (one: { x: number; y: number }) => Math.hypot(one.x - other.x, one.y - other.y);
    const now = { x: event.clientX, y: event.clientY };
    if (apart(old) > 0) this.scale(apart(now) / apart(old), this.at(event));
    const unit = this.frame.width / (event.currentTarget as HTMLElement).clientWidth;
    const from = this.middle ?? this.centre();
    if (this.zoom > 1) this.middle = { x: from.x - ((now.x - old.x) * unit) / 2, y: from.y - ((now.y - old.y) * unit) / 2 };
  };

  private centre(): { x: number; y: number } {
    return { x: this.frame.x + this.frame.width / 2, y: this.frame.y + this.frame.height / 2 };
  }

  private at(event: MouseEvent): { x: number; y: number } {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return {
      x: this.frame.x + ((event.clientX - box.x) / box.width) * this.frame.width,
      y: this.frame.y + ((event.clientY - box.y) / box.height) * this.frame.height,
    };
  }
}
