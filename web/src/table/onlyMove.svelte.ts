import { settings } from "../shell/settings.svelte";
import type { Sitting } from "./sitting.svelte";

const PASS = "pass"; // the notation that games use
const PAUSE_MS = 1200; // long enough to see the question

/**
 * Make the only legal move automatically, if the person wants that. With the box on the table it is made for
 * everybody once a first move was tapped, to save taps. Exception: an automatic pass there would reveal that
 * a player holds no trick. Call once in a component.
 */
export function playOnlyMove(sitting: Sitting): void {
  $effect(() => {
    const [only, ...others] = sitting.moves;
    const isOpen = sitting.frame?.chosen === null && !sitting.sending && !sitting.isCurtained;
    const isTapped = sitting.frame?.companion && sitting.hasActed && only?.move !== PASS;
    if (!only || others.length || !isOpen || !(settings.onlyMove || isTapped)) return;
    const early = (only.from ?? 0) - sitting.live.skew - Date.now();
    const playing = setTimeout(() => void sitting.play(only.move, true), Math.max(PAUSE_MS, early));
    return () => clearTimeout(playing);
  });
}
