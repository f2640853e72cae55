import type { FromThinker, ToThinker } from "./messages";
import { startPython } from "./python";

type Thought = (work: string, asked: Uint8Array) => Uint8Array;

const HERE = "ludothek.page.bot_worker"; // imports only what players need
const post = (message: FromThinker) => postMessage(message);
let thought: Promise<Thought> | null = null;

/** Run the bots of the house on this device in a Python of their own, so that the table stays responsive. */
export async function think({ data }: MessageEvent<ToThinker>): Promise<void> {
  if (data.say === "begin") {
    thought = startPython(data.runtime, { compiled: data.interpreter, keeps: true }).then(({ python }) => python.pyimport(HERE).thought as Thought);
    thought.then(
      () => post({ say: "ready" }),
      (error: unknown) => post({ say: "failed", reason: String(error) }),
    );
  } else if (thought) {
    const answer = (await thought)(data.work, data.asked);
    post({ say: "thought", id: data.id, answer });
  }
}
