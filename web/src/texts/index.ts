import type { Language } from "../api/types";
import { settings } from "../shell/settings.svelte";
import { de, type Texts } from "./de";
import { en } from "./en";

const all: Record<Language, Texts> = { de, en };

/** The shell's texts in the language chosen now. Reading them in a component keeps it up to date. */
export function texts(): Texts {
  return all[settings.language];
}

/** How strong a bot is, in words; a level that we have no word for is shown by its name. */
export function levelName(level: string): string {
  return texts().levels[level] ?? level;
}
