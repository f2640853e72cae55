import type { Language } from "../api/types";
import { store, stored } from "./stored";

/** What a person has chosen on this device. */
export interface Choices {
  language: Language;
  theme: "system" | "light" | "dark";
  contrast: "normal" | "high";
  motion: "system" | "on" | "off";
  sound: boolean;
  textView: boolean;
  /** Whether boards show what can be pointed at. */
  showMoves: boolean;
  /** Whether boards write the names of their cells at the edge. */
  coordinates: boolean;
  /** Whether the only move that there is makes itself. */
  onlyMove: boolean;
  /** Whether arrows go from thing to thing, as those of a television's remote control must. */
  remote: boolean;
  /** How long what bots do stays in view. */
  pace: "slow" | "normal" | "fast" | "skip";
}

const TELEVISION = /\bTV\b|Tizen|Web0S|\bAFT\w|CrKey/;
const KEPT_AS = "ludothek.settings";

/** What there is to choose from; all else is on or off. */
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

/** Keeps the choices, and shows them on the page; to be called once, by the shell. */
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
