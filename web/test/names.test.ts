import { describe, expect, it } from "vitest";

import type { Seat } from "../src/api/types";
import { piecesOf } from "../src/table/names";

const seated = (...names: string[]): Seat[] =>
  names.map((name, seat) => ({ seat, kind: "person", name, level: null, host: false, owned: false, help: "silent", away: false }));
const cut = (sentence: string, ...names: string[]) => piecesOf(sentence, seated(...names)).map(({ text, seat }) => [text, seat]);

describe("a sentence with people in it", () => {
  it("is cut at their names, wherever these stand", () => {
    expect(cut("Ada schlägt Ben.", "Ada", "Ben")).toEqual([
      ["Ada", 0],
      [" schlägt ", null],
      ["Ben", 1],
      [".", null],
    ]);
  });

  it("knows the longer of two names that begin alike", () => {
    expect(cut("Ben (Bot) passt", "Ben", "Ben (Bot)")).toEqual([
      ["Ben (Bot)", 1],
      [" passt", null],
    ]);
  });

  it("finds no name within a word, also beside letters with marks", () => {
    expect(cut("Annahme und Ännchen", "Anna", "nnchen")).toEqual([["Annahme und Ännchen", null]]);
  });

  it("takes what a name is made of for nothing but letters", () => {
    expect(cut("(.*) wins against a|b", "(.*)", "a|b")).toEqual([
      ["(.*)", 0],
      [" wins against ", null],
      ["a|b", 1],
    ]);
  });

  it("takes every sign that a keyboard has", () => {
    const names = Array.from({ length: 95 }, (_, sign) => `a${String.fromCharCode(32 + sign)}b`);
    expect(names.map((name) => piecesOf(`${name}!`, seated(name))[0]?.text)).toEqual(names);
  });

  it("is left as it is where nobody has a name", () => {
    expect(cut("Nobody wins.", "")).toEqual([["Nobody wins.", null]]);
  });
});
