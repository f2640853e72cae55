import { THINKER } from "./messages";
import type { FromThinker, RuntimeFiles, ToThinker } from "./messages";

/** The worker that thinks, as the house knows it: started when it is first needed, and anew when it has died. */
export class Thinkers {
  isReady = false;
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, (answer: Uint8Array | undefined) => void>();
  private asked = 0;

  constructor(private readonly runtime: RuntimeFiles) {}

  start(): void {
    if (this.worker) return;
    const worker = new Worker(location.href, { type: "module", name: THINKER });
    worker.onmessage = ({ data }: MessageEvent<FromThinker>) => {
      if (data.say === "ready") this.isReady = true;
      else if (data.say === "failed") this.lose();
      else this.settle(data.id, data.answer);
    };
    worker.onerror = () => this.lose();
    this.worker = worker;
    this.post({ say: "begin", runtime: this.runtime });
  }

  think(work: string, asked: Uint8Array): Promise<Uint8Array | undefined> {
    this.start();
    const id = ++this.asked;
    return new Promise((settle) => {
      this.waiting.set(id, settle);
      this.post({ say: "think", id, work, asked });
    });
  }

  private post(message: ToThinker): void {
    this.worker?.postMessage(message);
  }

  private settle(id: number, answer: Uint8Array | undefined): void {
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
  }

  private lose(): void {
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
    for (const id of [...this.waiting.keys()]) this.settle(id, undefined);
  }
}
