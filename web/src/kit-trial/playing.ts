import { type Description, Machine } from "../runtimes/wasm/machine";
import type { FromWorker, ToWorker } from "./messages";
import { Tallying } from "./tallying";

// The simulation worker, which keeps the page responsive.

const BREATH = 60; // milliseconds between two checks for messages

const post = (message: FromWorker) => postMessage(message);
let machine: Promise<Machine> | null = null;
let latest = 0;

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.say === "begin") machine = Machine.load(data.code, data.described as Description);
  else void play(data).catch((error: unknown) => post({ say: "failed", number: data.number, reason: String(error) }));
};

async function play({ number, task }: Extract<ToWorker, { say: "play" }>): Promise<void> {
  latest = number;
  const here = await machine!;
  if (number !== latest) return;
  const tallying = new Tallying(here, task);
  let told = performance.now();
  while (tallying.play()) {
    if (performance.now() - told < BREATH) continue;
    post({ say: "counted", number, counts: tallying.counts, done: false });
    await new Promise((resolve) => setTimeout(resolve));
    if (number !== latest) return;
    told = performance.now();
  }
  post({ say: "counted", number, counts: tallying.counts, done: true });
}
