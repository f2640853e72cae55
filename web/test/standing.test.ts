import { describe, expect, it } from "vitest";

import { Standing } from "../src/games/torris/standing";

// Room sizes: a phone in portrait and landscape, a tablet and a laptop; with and without names below the
// cells.
const ROOMS = [
  [344, 370],
  [380, 250],
  [740, 640],
  [950, 420],
] as const;

describe("a tower of Torris", () => {
  it.each(ROOMS)("stays in its cell, however high it is, in %i by %i", (width, height) => {
    for (const foot of [0, 15])
      for (let tall = 1; tall <= 16; tall += 1) {
        const at = new Standing(width, height, foot);
        const cell = at.cellAt("c2");
        const [low, top] = [at.stoneAt("c2", 0, tall), at.stoneAt("c2", tall - 1, tall)];
        expect(top.y - at.deep).toBeGreaterThanOrEqual(cell.y);
        expect(low.y + at.thick + at.deep).toBeLessThanOrEqual(cell.y + cell.h - foot);
        expect(top.x - at.r).toBeGreaterThanOrEqual(cell.x);
        if (tall > 1) expect(top.y).toBeLessThan(at.stoneAt("c2", tall - 2, tall).y); // each stone is visible
      }
  });

  it("leaves room for all eight columns and four rows", () => {
    for (const [width, height] of ROOMS) {
      const { x, y, w, h } = new Standing(width, height, 0).cellAt("h1");
      expect(x + w).toBeLessThanOrEqual(width + 0.01);
      expect(y + h).toBeLessThanOrEqual(height + 0.01);
    }
  });
});
