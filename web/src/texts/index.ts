import { SvelteMap } from "svelte/reactivity";

import type { Language } from "../api/types";
import { settings } from "../shell/settings.svelte";
import type { Texts } from "./de";

const written: Record<Language, () => Promise<Texts>> = {
  de: () => import("./de").then(({ de }) => de),
  en: () => import("./en").then(({ en }) => en),
};
const known = new SvelteMap<Language, Texts>();

/** Load the texts of a language; the first language is loaded before anything is rendered. */
export async function learn(language: Language): Promise<void> {
  known.set(language, await written[language]());
}

/**
 * Preload the texts of all languages, so that the language can be changed while the server is unreachable.
 */
export function learnAll(): void {
  // on failure, loaded on demand
  for (const language of Object.keys(written) as Language[]) if (!known.has(language)) learn(language).catch(() => undefined);
}

/**
 * The texts of the shell in the chosen language; while they load, in the previous one. Reactive in
 * components.
 */
export function texts(): Texts {
  const chosen = known.get(settings.language);
  if (!chosen) learn(settings.language).catch(() => undefined); // loading failed: keep the previous language
  return chosen ?? [...known.values()][0]!;
}

/** The name of a bot level; a level without a text is shown by its id. */
export function levelName(level: string): string {
  return texts().levels[level] ?? level;
}
