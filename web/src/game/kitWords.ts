import type { GameTexts } from "../api/types";

/** What the game calls a symbol, a card or a kind of its kit; undefined: nothing. */
export function named(texts: GameTexts, key: string): string | undefined {
  return texts[Object.keys(texts).find((one) => one.startsWith("words.") && one.endsWith(`.${key}`)) ?? ""];
}
