import type { GameTexts, Kit, KitValue } from "../api/types";

/** The game's name for a symbol, a card or a kind of its kit; undefined if it has none. */
export function named(texts: GameTexts, key: string): string | undefined {
  return texts[Object.keys(texts).find((one) => one.startsWith("words.") && one.endsWith(`.${key}`)) ?? ""];
}

/** A whole number of a kit: its path (`rows.3.reward`), and its label within the figure. */
export interface Whole {
  place: string;
  value: number;
  keys: string[];
}

/** All whole numbers in a figure. */
export function whole(value: KitValue | undefined, place: string, keys: string[] = []): Whole[] {
  if (typeof value === "number") return Number.isInteger(value) ? [{ place, value, keys }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const words = Array.isArray(value) ? [`${Number(key) + 1}.`, ...wordsIn(inner)] : [key];
    return whole(inner, `${place}.${key}`, [...keys, ...words]);
  });
}

/** The strings of a row, which label its numbers. */
const wordsIn = (row: KitValue): string[] =>
  typeof row === "object" && !Array.isArray(row) ? Object.values(row).filter((word) => typeof word === "string") : [];

/** A copy of the kit with another number at a path. */
export function withNumber(kit: Kit, place: string, number: number): Kit {
  const put = (value: KitValue, [key, ...rest]: string[]): KitValue => {
    if (key === undefined) return number;
    if (Array.isArray(value)) return value.map((inner, index) => (String(index) === key ? put(inner, rest) : inner));
    return { ...(value as Kit), [key]: put((value as Kit)[key]!, rest) };
  };
  return put(kit, place.split(".")) as Kit;
}
