import { settings } from "../shell/settings.svelte";
import type { Sitting } from "./sitting.svelte";

const PASS = "pass"; // how games write it
const PAUSE_MS = 1200; // long enough to see what was asked

/**
 * Makes the only move that there is, for whoever wants that. With the box on the table it is made for everybody, once one has begun to tap:
 * there is enough to be tapped. But to pass by itself there would tell who has no trick in hand. To be called once, in a component.
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
