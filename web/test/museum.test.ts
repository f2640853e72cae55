import { beforeAll, describe, expect, it } from "vitest";

import { whyNot } from "../src/games/museum/pointing";
import { STEP, tell, TILE, walk, way } from "../src/games/museum/story";
import type { MuseumView } from "../src/games/museum/view";
import { learn, texts } from "../src/texts";

const heard = (key: string, values: Record<string, unknown> = {}) => ({ key, values });
const shown = (guard: number | null, ida: number | null) => ({ guard, ida }) as MuseumView;

describe("the story of a turn in the museum", () => {
  it("draws, lights up, moves the guard, then Ida, and rolls last", () => {
    const turn = [heard("draws"), heard("lit", { n: 2 }), heard("steps"), heard("guard", { n: 3 })];
    const { tiles, guard, ida, dice } = tell(turn, shown(-4, -7), shown(-1, -6));
    expect(tiles).toBeGreaterThan(0);
    expect(guard).toBe(tiles + 2 * TILE + STEP);
    expect(ida).toBe(guard + 3 * STEP);
    expect(dice).toBe(ida + STEP);
  });

  it("takes no time where nothing happened, or where nothing was shown before", () => {
    const nothing = { tiles: 0, guard: 0, ida: 0, dice: 0 };
    expect(tell([], shown(-4, null), shown(-4, null))).toEqual(nothing);
    expect(tell([heard("draws"), heard("lit", { n: 3 })], null, shown(2, 1))).toEqual(nothing);
  });
});

describe("the way of a figure", () => {
  it("goes field by field, also backwards, and nowhere for one that comes or goes", () => {
    expect(way(2, 5)).toEqual([3, 4, 5]);
    expect(way(5, 3)).toEqual([4, 3]);
    expect([way(null, 3), way(3, null), way(3, 3)]).toEqual([[], [], []]);
  });

  it("is not walked where it is too far, as when one leafs through a game", () => {
    expect(walk(0, 9)).toHaveLength(9);
    expect(walk(0, 10)).toEqual([]);
  });
});

describe("why a card cannot be played", () => {
  beforeAll(() => learn("de"));

  it("names a ruling as a ruling", () => {
    const view = { cards: { guard_stays: 2, light1: 1 }, guard_stays: true } as unknown as MuseumView;
    const seen = { view, dice: [], danger: { sure: [], possible: [] }, moves: [], say: (key: string) => key };
    expect(whyNot("card:guard_stays", seen)).toBe(`drawn.stays_already ${texts().board.ruled}`);
    expect(whyNot("card:light1", seen)).toBe("drawn.not_now");
  });
});
