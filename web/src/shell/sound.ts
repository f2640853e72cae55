import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

interface Tone {
  pitch: number;
  /** When, in seconds from now. */
  at?: number;
  long?: number;
  loud?: number;
  shape?: OscillatorType;
}

/** A few soft tones; nothing unless sounds are switched on. On a page that nobody has touched yet browsers keep them back, until they mean nothing. */
function play(...tones: Tone[]): void {
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  const context = awake();
  for (const one of tones) ring(context, one);
}

/** A phone stops it in the background and begins with it stopped. */
function awake(): AudioContext {
  context ??= new AudioContext();
  if (context.state !== "running") void context.resume();
  return context;
}

// Safari lets it begin in answer to a tap only.
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

/** Wood on wood: a short knock, each a little different. */
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

/** On phones that can: a touch that one feels. With reduced motion the hand is left in peace too. */
function buzz(milliseconds: number): void {
  if (settings.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(milliseconds);
}

export const sound = {
  /** Nothing more of what has been begun. */
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
  /** What boards add where it fits. */
  knock: () => play(...knocks(1, 0)),
  slide: () => play(...knocks(3, 0.09)),
  dice: () => play(...knocks(6, 0.08)),
  light: () => play({ pitch: 880, long: 0.3, loud: 0.08 }, { pitch: 1320, at: 0.05, long: 0.4, loud: 0.05 }),
  fall: () => play(...[523, 466, 392, 311].map((pitch, index) => ({ pitch, at: index * 0.07, long: 0.12 }))),
};
