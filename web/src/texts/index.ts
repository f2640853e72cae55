import { SvelteMap } from "svelte/reactivity";

import type { Language } from "../api/types";
import { settings } from "../shell/settings.svelte";
import type { Texts } from "./de";

const written: Record<Language, () => Promise<Texts>> = {
  de: () => import("./de").then(({ de }) => de),
  en: () => import("./en").then(({ en }) => en),
};
const known = new SvelteMap<Language, Texts>();

/** Fetches the texts of a language; the first ones before anything is shown. */
export async function learn(language: Language): Promise<void> {
  known.set(language, await written[language]());
}

/** Fetches those of all languages, so that whoever wants another one has it also when the server does not answer. */
export function learnAll(): void {
  for (const language of Object.keys(written) as Language[]) if (!known.has(language)) learn(language).catch(() => undefined); // then it is asked for later
}

/** The shell's texts in the language chosen now; until they have come, in the one before. Reading them in a component keeps it up to date. */
export function texts(): Texts {
  const chosen = known.get(settings.language);
  if (!chosen) learn(settings.language).catch(() => undefined); // not to be had now: the one before stays
  return chosen ?? [...known.values()][0]!;
}

/** How strong a bot is, in words; a level that we have no word for is shown by its name. */
export function levelName(level: string): string {
  return texts().levels[level] ?? level;
}
