import type { Box } from "../../board/box";

const [TALLEST, WIDEST] = [2.4, 1.4]; // a cell's height by its width, and the other way round
const [WIDE, HIGH, DEEP, THICK] = [0.46, 0.31, 0.78, 0.42]; // a stone by its cell; how deep and how thick it looks by its radius
const EDGE = 3; // pixels around what stands in a cell

/**
 * Where everything stands on a board of eight by four that fills its room, in pixels. A tower never leaves its cell, however high it is: the more
 * stones, the thinner each of them looks. So no tower hides another, and every cell can be pointed at.
 */
export class Standing {
  /** Of a stone: its radius, and how thick it is where it has room. */
  readonly r: number;
  readonly thick: number;
  /** How far the lowest and the highest stone of a tower may be apart. */
  private readonly rise: number;
  private readonly cell: { w: number; h: number };
  private readonly corner: { x: number; y: number };

  /** `foot`: what each cell keeps free below, for its name. */
  constructor(
    width: number,
    height: number,
    private readonly foot: number,
  ) {
    const h = Math.min(height / 4, (width / 8) * TALLEST);
    this.cell = { w: Math.min(width / 8, h * WIDEST), h };
    this.corner = { x: (width - 8 * this.cell.w) / 2, y: (height - 4 * h) / 2 };
    this.r = Math.min(this.cell.w * WIDE, (h - foot) * HIGH);
    this.thick = this.r * THICK;
    this.rise = h - foot - 2 * this.deep - this.thick - 2 * EDGE;
  }

  /** Half of what is seen of a stone's top, from the front to the back. */
  get deep(): number {
    return this.r * DEEP;
  }

  get whole(): Box {
    return { ...this.corner, w: 8 * this.cell.w, h: 4 * this.cell.h };
  }

  /** The room that a cell such as c2 has to itself. */
  cellAt(name: string): Box {
    const { w, h } = this.cell;
    return { x: this.corner.x + (name.charCodeAt(0) - 97) * w, y: this.corner.y + (4 - Number(name[1])) * h, w, h };
  }

  /** The middle of the top of a stone, in a tower of this height. */
  stoneAt(name: string, level: number, height: number): { x: number; y: number } {
    const { x, y, w, h } = this.cellAt(name);
    const step = Math.min(this.thick, this.rise / Math.max(1, height - 1));
    return { x: x + w / 2, y: y + h - this.foot - EDGE - this.thick - this.deep - level * step };
  }
}
