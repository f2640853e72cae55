import { describe, expect, it } from "vitest";

import type { Move } from "../src/api/types";
import { Picker } from "../src/board/picker.svelte";
import { talk } from "../src/board/talk.svelte";

const legal = (...texts: string[]): Move[] => texts.map((move) => ({ move, label: move }) as Move);

function pickerOf(moves: Move[], swift: (id: string) => boolean = () => false) {
  const played: string[] = [];
  const picker = new Picker({
    moves: () => moves,
    path: (move) => move.split("-").map((part) => (part.includes("+") ? part.split("+") : part)),
    play: (move) => played.push(move),
    whyNot: (id) => `no ${id}`,
    swift,
  });
  return { picker, played };
}

describe("a move made of several things", () => {
  it("is played as soon as it is whole", () => {
    const { picker, played } = pickerOf(legal("a1-a2", "a1-b1", "c3-c4"));
    expect([...picker.offered]).toEqual(["a1", "c3"]);
    picker.point("a1");
    expect(played).toEqual([]);
    expect([...picker.offered]).toEqual(["a2", "b1"]);
    picker.point("b1");
    expect(played).toEqual(["a1-b1"]);
    expect(picker.picked).toEqual([]);
  });

  it("is put back by pointing at it again, and changed by pointing at another", () => {
    const { picker } = pickerOf(legal("a1-a2", "c3-c4"));
    picker.point("a1");
    picker.point("a1");
    expect(picker.picked).toEqual([]);
    picker.point("a1");
    picker.point("c3");
    expect(picker.picked).toEqual(["c3"]);
  });

  it("takes the things of a list in any order", () => {
    const { picker, played } = pickerOf(legal("red+blue-roll"));
    picker.point("blue");
    picker.point("red");
    picker.point("roll");
    expect(played).toEqual(["red+blue-roll"]);
  });

  it("is played at once where only one is left and a click is enough", () => {
    const { picker, played } = pickerOf(legal("a1-a2", "c3-c4"), () => true);
    picker.point("c3");
    expect(played).toEqual(["c3-c4"]);
  });
});

describe("a thing that no move wants", () => {
  it("is answered by a reason, and nothing is played", () => {
    const { picker, played } = pickerOf(legal("a1-a2"));
    picker.point("h8");
    expect(talk.note).toBe("no h8");
    expect(played).toEqual([]);
  });
});

it("foresees where one could go on", () => {
  const { picker } = pickerOf(legal("a1-a2", "a1-b1", "c3-c4"));
  picker.regarded = "a1";
  expect([...picker.foreseen]).toEqual(["a2", "b1"]);
  expect(picker.moveAt("a1")).toBeNull();
});
