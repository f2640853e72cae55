import { THINKER } from "./messages";
import type { FromThinker, RuntimeFiles, ToThinker } from "./messages";

const SOON_MS = 1_000; // the table that the person has just opened loads first
const PATIENCE_MS = 60_000; // an idle worker is terminated after this long, to free the memory of a phone

type Timer = ReturnType<typeof setTimeout>;

/**
 * The bot worker as the house uses it: started on first use, and again after it was terminated or crashed.
 */
export class Thinkers {
  isReady = false;
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, (answer: Uint8Array | undefined) => void>();
  private asked = 0;
  private coming: Timer | undefined;
  private going: Timer | undefined;

  constructor(
    private readonly runtime: RuntimeFiles,
    private readonly interpreter: WebAssembly.Module,
  ) {}

  /** Start the worker ahead of its first use. */
  start(): void {
    clearTimeout(this.coming);
    if (!this.worker) this.coming = setTimeout(() => this.come(), SOON_MS);
  }

  think(work: string, asked: Uint8Array): Promise<Uint8Array | undefined> {
    const id = ++this.asked;
    return new Promise((settle) => {
      this.waiting.set(id, settle);
      this.come();
      this.post({ say: "think", id, work, asked });
    });
  }

  private come(): void {
    clearTimeout(this.coming);
    this.goLater();
    if (this.worker) return;
    const worker = new Worker(location.href, { type: "module", name: THINKER });
    worker.onmessage = ({ data }: MessageEvent<FromThinker>) => {
      if (data.say === "ready") this.isReady = true;
      else if (data.say === "failed") this.go();
      else this.settle(data.id, data.answer);
    };
    worker.onerror = () => this.go();
    this.worker = worker;
    this.post({ say: "begin", runtime: this.runtime, interpreter: this.interpreter });
  }

  private post(message: ToThinker): void {
    this.worker?.postMessage(message);
  }

  private settle(id: number, answer: Uint8Array | undefined): void {
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
    this.goLater();
  }

  private goLater(): void {
    clearTimeout(this.going);
    if (!this.waiting.size) this.going = setTimeout(() => this.go(), PATIENCE_MS);
  }

  /** Terminate the worker and reject all pending requests. */
  private go(): void {
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
    for (const id of [...this.waiting.keys()]) this.settle(id, undefined);
  }
}
