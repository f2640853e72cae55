import type { GameTexts } from "../api/types";

export type Say = (key: string, gaps?: Record<string, string | number>) => string;

/** Says a game's templates: `{gap}` is filled, and `key.one` or `key.other` chosen by the gap `n`. An unknown key is shown as it is. */
export function sayer(texts: GameTexts): Say {
  return (key, gaps = {}) => {
    const template = texts[key] ?? texts[`${key}.${gaps.n === 1 ? "one" : "other"}`] ?? key;
    return template.replace(/\{(\w+)\}/g, (whole, gap: string) => (gap in gaps ? String(gaps[gap]) : whole));
  };
}
