import type { Box } from "../../board/box";

// the limits of a cell's height by its width, and of its width by its height
const [TALLEST, WIDEST] = [2.4, 1.4];
// a stone by its cell; its apparent depth and thickness by its radius
const [WIDE, HIGH, DEEP, THICK] = [0.46, 0.31, 0.78, 0.42];
const EDGE = 3; // pixels around the content of a cell

/**
 * The geometry of a board of eight by four cells that fills its room, in pixels. A tower never leaves its
 * cell: the more stones, the thinner each is drawn. So no tower hides another, and every cell can be
 * selected.
 */
export class Standing {
  /** Of a stone: its radius, and its thickness if there is enough room. */
  readonly r: number;
  readonly thick: number;
  /** The maximum distance of the lowest and the highest stone of a tower. */
  private readonly rise: number;
  private readonly cell: { w: number; h: number };
  private readonly corner: { x: number; y: number };

  /** `foot`: the space below each cell, for its name. */
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

  /** Half of the visible depth of a stone's top. */
  get deep(): number {
    return this.r * DEEP;
  }

  get whole(): Box {
    return { ...this.corner, w: 8 * this.cell.w, h: 4 * this.cell.h };
  }

  /** The box of a cell such as c2. */
  cellAt(name: string): Box {
    const { w, h } = this.cell;
    return { x: this.corner.x + (name.charCodeAt(0) - 97) * w, y: this.corner.y + (4 - Number(name[1])) * h, w, h };
  }

  /** The centre of the top of a stone, in a tower of this height. */
  stoneAt(name: string, level: number, height: number): { x: number; y: number } {
    const { x, y, w, h } = this.cellAt(name);
    const step = Math.min(this.thick, this.rise / Math.max(1, height - 1));
    return { x: x + w / 2, y: y + h - this.foot - EDGE - this.thick - this.deep - level * step };
  }
}
