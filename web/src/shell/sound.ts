import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

/** A few soft tones, one after the other; nothing unless sounds are switched on. */
function play(...frequencies: number[]): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  frequencies.forEach((frequency, index) => tone(context!, frequency, index * 0.12));
}

function tone(audio: AudioContext, frequency: number, delay: number): void {
  const start = audio.currentTime + delay;
  const oscillator = new OscillatorNode(audio, { type: "triangle", frequency });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.linearRampToValueAtTime(0.12, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0005, start + 0.4);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + 0.45);
}

export const sound = {
  yourTurn: () => play(523, 659),
  won: () => play(523, 659, 784, 1047),
  over: () => play(523, 440),
};
