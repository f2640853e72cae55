import { GLIDE, moves } from "../../board/motion";

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

const CLOSEST = 4; // the maximum zoom relative to the fitting size
const WHEEL = 1.0015; // zoom factor per unit of wheel movement
// In pixels: the largest movement of a tap; the minimum size of a touch target, the comfortable size, and the
// largest useful one.
const [SLIP, FINGER, COMFORTABLE, LARGEST] = [8, 44, 52, 84];

/**
 * The visible part of an endless board: everything, until the person zooms or pans. If fitting everything
 * makes the cells too small for a finger, the first tap zooms in and the next one selects; after the move
 * everything is visible again.
 */
export class Lens {
  private readonly whole: () => Frame;
  private readonly room: () => { width: number; height: number };
  private readonly finger: number;
  private zoom = $state(1);
  private middle: Point | null = $state.raw(null);
  private last: Frame | null = null;
  private isHeld = false; // no animation during a gesture
  private isForAMove = false; // zoomed in only to select a cell
  private touches = new Map<number, Point>();
  private from: Point | null = null; // the start of a one-finger pan
  private hasPulled = false;

  /** `finger`: the size of a touch target in drawing units; on the screen it needs 44 pixels. */
  constructor(whole: () => Frame, room: () => { width: number; height: number }, finger: number) {
    this.whole = whole;
    this.room = room;
    this.finger = finger;
  }

  /** The box of everything, extended to the aspect ratio of the room. */
  private all: Frame = $derived.by(() => {
    const [whole, room] = [this.whole(), this.room()];
    const unit = Math.max(whole.width / room.width, whole.height / room.height, this.finger / LARGEST);
    const [width, height] = [room.width * unit, room.height * unit];
    return { x: whole.x + (whole.width - width) / 2, y: whole.y + (whole.height - height) / 2, width, height };
  });

  frame: Frame = $derived.by(() => {
    const { all, zoom } = this;
    const [width, height] = [all.width / zoom, all.height / zoom];
    const middle = this.middle ?? { x: all.x + all.width / 2, y: all.y + all.height / 2 };
    return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
  });

  private unit = $derived.by(() => this.frame.width / this.room().width);

  /** Whether the cells are too small for a finger at the current zoom. */
  isFar = $derived.by(() => this.finger / this.unit < FINGER);

  isZoomed = $derived.by(() => this.zoom !== 1 || this.middle !== null);

  /** An attachment for the drawing that animates changes of the visible part. */
  glide = (drawing: SVGGElement): void => {
    const [old, now] = [this.last, this.frame];
    const same = old && old.x === now.x && old.y === now.y && old.width === now.width;
    if (old && !same && !this.isHeld && moves()) {
      const scale = now.width / old.width;
      const from = `translate(${now.x - scale * old.x}px, ${now.y - scale * old.y}px) scale(${scale})`;
      drawing.animate([{ transform: from }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
    }
    this.last = now;
    this.isHeld = false;
  };

  fit(): void {
    this.zoom = 1;
    this.middle = null;
    this.isForAMove = false;
  }

  /** After a move: undo a zoom that was made only for it. */
  goBack(): void {
    if (this.isForAMove) this.fit();
  }

  /** Zoom about a point of the board. */
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

  /** `isThing`: whether the element under the finger is draggable itself. */
  press(event: PointerEvent, isThing: boolean): void {
    const here = { x: event.clientX, y: event.clientY };
    this.touches.set(event.pointerId, here);
    this.hasPulled = false;
    this.from = this.touches.size === 1 && this.isZoomed && !isThing ? here : null;
  }

  onpointerup = (event: PointerEvent): void => {
    this.touches.delete(event.pointerId);
    this.from = null;
  };

  /** Two fingers zoom and pan; one finger pans if not everything is visible. */
  onpointermove = (event: PointerEvent): void => {
    const old = this.touches.get(event.pointerId);
    if (!old) return;
    const now = { x: event.clientX, y: event.clientY };
    const [other] = [...this.touches].filter(([id]) => id !== event.pointerId).map(([, touch]) => touch);
    if (!other && !(this.from && (this.hasPulled || apart(now, this.from) > SLIP))) return;
    event.stopPropagation(); // a gesture, not a press on the element below
    this.touches.set(event.pointerId, now);
    this.hasPulled = true;
    this.isHeld = true;
    if (other && apart(old, other) > 0) this.scale(apart(now, other) / apart(old, other), this.at(event));
    if (this.zoom > 1) this.pull((now.x - old.x) / (other ? 2 : 1), (now.y - old.y) / (other ? 2 : 1));
  };

  /** Interpret a tap: the end of a pan, a zoom, or a selection, which the element below handles. */
  onclick = (event: MouseEvent): void => {
    const byFinger = event instanceof PointerEvent && event.pointerType !== "mouse" && event.pointerType !== "";
    if (this.hasPulled) event.stopPropagation();
    else if (byFinger && this.isFar) {
      event.stopPropagation();
      this.comeTo(this.at(event));
    }
    this.hasPulled = false;
  };

  /** Zoom in on a place far enough for a finger. */
  comeTo(place: Point): void {
    this.zoom = Math.min(CLOSEST, (this.zoom * COMFORTABLE * this.unit) / this.finger);
    this.middle = place;
    this.isForAMove = true;
  }

  private pull(x: number, y: number): void {
    const from = this.middle ?? this.centre();
    const { all, unit } = this;
    const within = (value: number, low: number, size: number) => Math.min(low + size, Math.max(low, value));
    this.middle = { x: within(from.x - x * unit, all.x, all.width), y: within(from.y - y * unit, all.y, all.height) };
  }

  private centre(): Point {
    return { x: this.frame.x + this.frame.width / 2, y: this.frame.y + this.frame.height / 2 };
  }

  private at(event: MouseEvent): Point {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return {
      x: this.frame.x + ((event.clientX - box.x) / box.width) * this.frame.width,
      y: this.frame.y + ((event.clientY - box.y) / box.height) * this.frame.height,
    };
  }
}

function apart(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
