import type { GameTexts } from "../api/types";

export type Say = (key: string, gaps?: Record<string, string | number>) => string;

/**
 * Format a game's text templates: `{gap}` is filled in, and `key.one` or `key.other` is chosen by the
 * parameter `n`. An unknown key is returned as is.
 */
export function sayer(texts: GameTexts): Say {
  return (key, gaps = {}) => {
    const template = texts[key] ?? texts[`${key}.${gaps.n === 1 ? "one" : "other"}`] ?? key;
    return template.replace(/\{(\w+)\}/g, (whole, gap: string) => (gap in gaps ? String(gaps[gap]) : whole));
  };
}
