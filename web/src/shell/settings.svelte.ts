import type { Language } from "../api/types";
import { store, stored } from "./stored";

/** The settings of this device. */
export interface Choices {
  language: Language;
  theme: "system" | "light" | "dark";
  contrast: "normal" | "high";
  motion: "system" | "on" | "off";
  sound: boolean;
  textView: boolean;
  /** Whether boards highlight what can be selected. */
  showMoves: boolean;
  /** Whether boards show the names of their cells at the edge. */
  coordinates: boolean;
  /** Whether a single legal move is made automatically. */
  onlyMove: boolean;
  /** Whether arrow keys move the focus in two dimensions, as a television's remote control needs. */
  remote: boolean;
  /** How long moves of bots stay visible. */
  pace: "slow" | "normal" | "fast" | "skip";
}

const TELEVISION = /\bTV\b|Tizen|Web0S|\bAFT\w|CrKey/;
const KEPT_AS = "ludothek.settings";

/** The options of each choice; all other settings are booleans. */
const OFFERED: Record<string, readonly unknown[]> = {
  language: ["de", "en"],
  theme: ["system", "light", "dark"],
  contrast: ["normal", "high"],
  motion: ["system", "on", "off"],
  pace: ["slow", "normal", "fast", "skip"],
};
const isOffered = (choice: unknown, name: string): choice is string | boolean => OFFERED[name]?.includes(choice) ?? typeof choice === "boolean";

export const settings: Choices = $state({
  language: navigator.language.startsWith("de") ? "de" : "en",
  theme: "system",
  contrast: matchMedia("(prefers-contrast: more)").matches ? "high" : "normal",
  motion: "system",
  sound: false,
  textView: false,
  showMoves: true,
  coordinates: false,
  onlyMove: false,
  remote: TELEVISION.test(navigator.userAgent),
  pace: "normal",
  ...(stored(KEPT_AS, isOffered) as Partial<Choices>),
});

/** Store the settings and apply them to the page; called once, by the shell. */
export function applySettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    root.toggleAttribute("data-remote", settings.remote);
    for (const name of ["theme", "contrast", "motion"] as const) root.dataset[name] = settings[name];
    store(KEPT_AS, settings);
  });
}

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

export function motionIsWelcome(): boolean {
  return settings.motion === "on" || (settings.motion === "system" && !stillness.matches);
}
