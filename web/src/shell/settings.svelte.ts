import type { Language } from "../api/types";

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
  /** Whether one passes by itself where nothing else can be done. */
  passes: boolean;
  /** How long what bots do stays in view. */
  pace: "slow" | "normal" | "fast" | "skip";
}

const KEPT_AS = "ludothek.settings";

function kept(): Partial<Choices> {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}") as Partial<Choices>;
  } catch {
    return {};
  }
}

export const settings: Choices = $state({
  language: navigator.language.startsWith("de") ? "de" : "en",
  theme: "system",
  contrast: matchMedia("(prefers-contrast: more)").matches ? "high" : "normal",
  motion: "system",
  sound: false,
  textView: false,
  showMoves: true,
  coordinates: false,
  passes: false,
  pace: "normal",
  ...kept(),
});

/** Keeps the choices, and shows them on the page; to be called once, by the shell. */
export function applySettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    for (const name of ["theme", "contrast", "motion"] as const) root.dataset[name] = settings[name];
    try {
      localStorage.setItem(KEPT_AS, JSON.stringify(settings));
    } catch {
      // forbidden storage: the choices last as long as the page
    }
  });
}

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

export function motionIsWelcome(): boolean {
  return settings.motion === "on" || (settings.motion === "system" && !stillness.matches);
}
