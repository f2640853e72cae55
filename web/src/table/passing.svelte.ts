import { settings } from "../shell/settings.svelte";
import type { Sitting } from "./sitting.svelte";

const PASS = "pass"; // how games write it
const PAUSE_MS = 1200; // long enough to see what was asked

/** Passes for whoever wants that, where nothing else can be done. To be called once, in a component. */
export function passAlone(sitting: Sitting): void {
  $effect(() => {
    const [only, ...others] = sitting.moves;
    const isOpen = sitting.frame?.chosen === null && !sitting.sending && !sitting.isCurtained;
    if (!settings.passes || only?.move !== PASS || others.length || !isOpen) return;
    const passing = setTimeout(() => void sitting.play(PASS, true), PAUSE_MS);
    return () => clearTimeout(passing);
  });
}
