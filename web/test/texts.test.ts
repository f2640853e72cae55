import { afterEach, describe, expect, it, vi } from "vitest";

import { sayer } from "../src/games/say";
import { settings } from "../src/shell/settings.svelte";
import { learn, levelName, texts } from "../src/texts";
import { de } from "../src/texts/de";
import { en } from "../src/texts/en";

/** All texts by their path: the type of each, and its number of parameters. */
function said(value: unknown, path = ""): [string, string][] {
  if (typeof value === "function") return [[path, `sentence of ${value.length}`]];
  if (typeof value !== "object" || value === null) return [[path, typeof value]];
  return Object.entries(value).flatMap(([key, inner]) => said(inner, `${path}.${key}`));
}

describe("the texts of the pages", () => {
  it("are the same in both languages, gap by gap", () => {
    expect(Object.fromEntries(said(en))).toEqual(Object.fromEntries(said(de)));
  });

  it("leave nothing empty", () => {
    for (const language of [de, en]) {
      const empty = said(language).filter(
        ([path, kind]) =>
          kind === "string" &&
          !path
            .split(".")
            .slice(1)
            .reduce<never>((at, key) => at[key as never], language as never),
      );
      expect(empty).toEqual([]);
    }
  });
});

describe("the language that is chosen", () => {
  const chosen = settings.language;
  afterEach(() => {
    settings.language = chosen;
  });

  it("is the one that is spoken, as soon as it has come", async () => {
    settings.language = "de";
    await learn("de");
    expect(texts().close).toBe(de.close);
    settings.language = "en";
    expect([de.close, en.close]).toContain(texts().close);
    await vi.waitFor(() => expect(texts().close).toBe(en.close));
  });

  it("has a word for a level, and shows one that it does not know by its name", async () => {
    settings.language = "en";
    await learn("en");
    expect(levelName("expert")).toBe(en.levels.expert);
    expect(levelName("believer")).toBe("believer");
  });
});

describe("what a game says", () => {
  const say = sayer({ "moves.take.one": "Take one match", "moves.take.other": "Take {n} matches", hello: "{who} says {what}" });

  it("fills its gaps, and leaves one open that nobody fills", () => {
    expect(say("hello", { who: "Ada" })).toBe("Ada says {what}");
  });

  it("counts", () => {
    expect([1, 2].map((n) => say("moves.take", { n }))).toEqual(["Take one match", "Take 2 matches"]);
  });

  it("shows a key that is missing", () => {
    expect(say("nowhere")).toBe("nowhere");
  });
});
