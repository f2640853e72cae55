import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

interface Tone {
  pitch: number;
  /** The start, in seconds from now. */
  at?: number;
  long?: number;
  loud?: number;
  shape?: OscillatorType;
}

/**
 * Play soft tones, if sounds are switched on. Before the first user gesture browsers suspend audio; tones
 * that would be late are dropped.
 */
function play(...tones: Tone[]): void {
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  const context = awake();
  for (const one of tones) ring(context, one);
}

/** Resume the audio context: phones suspend it in the background, and it starts suspended. */
function awake(): AudioContext {
  context ??= new AudioContext();
  if (context.state !== "running") void context.resume();
  return context;
}

// Safari starts audio only in response to a tap.
document.addEventListener("click", () => settings.sound && context?.state !== "running" && awake());

function ring(audio: AudioContext, { pitch, at = 0, long = 0.4, loud = 0.12, shape = "triangle" }: Tone): void {
  const start = audio.currentTime + at;
  const oscillator = new OscillatorNode(audio, { type: shape, frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + Math.min(0.02, long / 4));
  volume.gain.exponentialRampToValueAtTime(0.0005, start + long);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + long + 0.05);
}

/** The sound of wood on wood: short knocks, slightly varied. */
function knocks(count: number, every: number): Tone[] {
  return Array.from({ length: count }, (_, index) => ({
    pitch: 170 + ((index * 67) % 90),
    at: index * every,
    long: 0.07,
    loud: 0.16,
    shape: "sine" as const,
  }));
}

function melody(...pitches: number[]): Tone[] {
  return pitches.map((pitch, index) => ({ pitch, at: index * 0.12 }));
}

/** Vibrate, if supported; not with reduced motion. */
function buzz(milliseconds: number): void {
  if (settings.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(milliseconds);
}

export const sound = {
  /** Stop all scheduled tones. */
  hush: () => {
    void context?.close();
    context = null;
  },
  yourTurn: () => play(...melody(523, 659)),
  said: () => play({ pitch: 740, long: 0.12, loud: 0.07 }, { pitch: 988, at: 0.09, long: 0.18, loud: 0.06 }),
  won: () => play(...melody(523, 659, 784, 1047)),
  over: () => play(...melody(523, 440)),
  /** The player's own move. */
  moved: () => {
    buzz(12);
    play(...knocks(1, 0));
  },
  picked: () => play({ pitch: 660, long: 0.06, loud: 0.05 }),
  refused: () => {
    buzz(30);
    play({ pitch: 196, long: 0.16, loud: 0.1 });
  },
  /** Additional sounds for boards. */
  knock: () => play(...knocks(1, 0)),
  slide: () => play(...knocks(3, 0.09)),
  dice: () => play(...knocks(6, 0.08)),
  light: () => play({ pitch: 880, long: 0.3, loud: 0.08 }, { pitch: 1320, at: 0.05, long: 0.4, loud: 0.05 }),
  fall: () => play(...[523, 466, 392, 311].map((pitch, index) => ({ pitch, at: index * 0.07, long: 0.12 }))),
};
