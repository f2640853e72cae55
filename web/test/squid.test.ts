import { describe, expect, it } from "vitest";

import { follow } from "../src/games/squid/cast";
import { beat, tell } from "../src/games/squid/story";

const heard = (key: string, values: Record<string, unknown> = {}) => ({ key, values });

describe("who stands in the ring", () => {
  const cast = follow([], [0, 1, 1, 2], []);

  it("knows which of two neighbours of one colour has fallen, because it was told", () => {
    expect(follow(cast, [0, 1, 2], [2]).map(({ id }) => id)).toEqual([cast[0], cast[1], cast[3]].map((one) => one!.id));
    expect(follow(cast, [0, 1, 2], [1]).map(({ id }) => id)).toEqual([cast[0], cast[2], cast[3]].map((one) => one!.id));
  });

  it("follows two that fell in one go", () => {
    expect(follow(cast, [1, 2], [0, 1]).map(({ id }) => id)).toEqual([cast[1], cast[3]].map((one) => one!.id));
  });

  it("keeps those who stand the same where nothing was told, and knows the others anew", () => {
    const back = follow(follow(cast, [0, 1, 2], [1]), [0, 1, 1, 2], []);
    expect(back[0]!.id).toBe(cast[0]!.id);
    expect(back[3]!.id).toBe(cast[3]!.id);
    expect(new Set(back.map(({ id }) => id)).size).toBe(4);
  });
});

describe("the story of a round", () => {
  const round = [heard("votes", { votes: [] }), heard("walks", { n: 3, steps: 3 }), heard("turned_up"), heard("shot", { place: 4 })];

  it("opens the hands, walks, turns the card up, lets fall, and closes the gap, in this order", () => {
    const { votes, steps, walk, card, fall, close, end, fallen } = tell(round);
    expect([votes, steps, fallen]).toEqual([true, 3, 4]);
    expect([0, walk, card, fall, close, end]).toEqual([0, walk, card, fall, close, end].toSorted((one, other) => one - other));
    expect(beat(round)).toBeGreaterThan(end);
  });

  it("walks backwards where it was told so", () => {
    expect(tell([heard("walks_back", { n: 2, steps: -2 })]).steps).toBe(-2);
  });

  it("tells nothing of a word in the chat", () => {
    expect(tell([heard("typed", { text: "shot" })])).toMatchObject({ votes: false, steps: 0, fallen: null, end: 0 });
  });
});
