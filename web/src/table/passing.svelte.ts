import { settings } from "../shell/settings.svelte";
import type { Sitting } from "./sitting.svelte";

const PASS = "pass"; // how games write it
const PAUSE_MS = 1200; // long enough to see what was asked

/**
 * Passes for whoever wants that, where nothing else can be done. With the box on the table every other only move is made so, once one has
 * begun to tap: there is enough to be tapped. But to pass by itself would tell who has no trick in hand. To be called once, in a component.
 */
export function passAlone(sitting: Sitting): void {
  $effect(() => {
    const [only, ...others] = sitting.moves;
    const isOpen = sitting.frame?.chosen === null && !sitting.sending && !sitting.isCurtained;
    const isWanted = only?.move === PASS ? settings.passes : sitting.frame?.companion && sitting.hasActed;
    if (!only || others.length || !isWanted || !isOpen) return;
    const passing = setTimeout(() => void sitting.play(only.move, true), PAUSE_MS);
    return () => clearTimeout(passing);
  });
}
