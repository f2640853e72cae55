import { api } from "../api/http";
import type { Language } from "../api/types";
import type { KitTrial, KitTrialRequest } from "../api/wire";
import type { FromWorker, ToWorker } from "./messages";
import type { Count } from "./tallying";

const modules = new Map<string, Promise<ArrayBuffer>>();

/** The compiled programs of a game, fetched once. */
function moduleOf(game: string): Promise<ArrayBuffer> {
  let coming = modules.get(game);
  if (!coming) {
    coming = api.module(game);
    coming.catch(() => modules.delete(game)); // retry after a failure
    modules.set(game, coming);
  }
  return coming;
}

/** Kit trials in a worker of this page. A new trial cancels the previous one. */
export class Trying {
  /** The counts so far, for each value. */
  counts: Count[] = $state.raw([]);
  /** The current trial, or the last one. */
  trial: KitTrial | null = $state.raw(null);
  busy = $state(false);
  failed = $state(false);

  private worker: Worker | null = null;
  private latest = 0;

  constructor(private readonly game: string) {}

  /**
   * Play this many games for each value. Throws if the game refuses the kit; earlier counts stay until new
   * ones arrive.
   */
  async play(wish: KitTrialRequest, games: number, language: Language): Promise<void> {
    const number = ++this.latest;
    [this.busy, this.failed] = [true, false];
    try {
      const [code, trial] = await Promise.all([moduleOf(this.game), api.trial(this.game, wish, language)]);
      if (number !== this.latest) return;
      this.worker ??= this.hired(code, trial);
      this.trial = trial;
      send(this.worker, { say: "play", number, task: { ...trial, seats: wish.seats, games } });
    } catch (error) {
      if (number !== this.latest) return;
      this.busy = false;
      throw error;
    }
  }

  /** Stop the worker. */
  stop(): void {
    this.latest++;
    this.busy = false;
    this.worker?.terminate();
    this.worker = null;
  }

  private hired(code: ArrayBuffer, { described }: KitTrial): Worker {
    const worker = new Worker(new URL("./playing.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    worker.onerror = (event) => this.fail(event.message);
    send(worker, { say: "begin", code, described });
    return worker;
  }

  private hear(message: FromWorker): void {
    if (message.number !== this.latest) return;
    if (message.say === "failed") return this.fail(message.reason);
    this.counts = message.counts;
    this.busy = !message.done;
  }

  private fail(reason: string): void {
    console.error("trying a box:", reason);
    this.stop();
    this.failed = true;
  }
}

function send(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
