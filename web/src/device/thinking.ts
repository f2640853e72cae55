import type { FromThinker, ToThinker } from "./messages";
import { startPython } from "./python";

type Thought = (work: string, asked: Uint8Array) => Uint8Array;

const post = (message: FromThinker) => postMessage(message);
let thought: Promise<Thought> | null = null;

/** Thinks for the bots of the house on this device, in a Python of its own: the table goes on meanwhile. */
export async function think({ data }: MessageEvent<ToThinker>): Promise<void> {
  if (data.say === "begin") {
    thought = startPython(data.runtime, () => undefined).then((python) => python.pyimport("ludothek.server.device.browser").thought as Thought);
    thought.then(
      () => post({ say: "ready" }),
      (error: unknown) => post({ say: "failed", reason: String(error) }),
    );
  } else if (thought) {
    const answer = (await thought)(data.work, data.asked);
    post({ say: "thought", id: data.id, answer });
  }
}
