import { files } from "virtual:runtime";

import type { House, Line } from "../../api/house";
import { python, root } from "../../api/place";
import type { TableSummary } from "../../api/types";
import { keptInterpreter } from "./memory";
import { Lap, openStorage, type Storage } from "./storage";
import type { FromHouse, RuntimeFile, RuntimeFiles, ToHouse } from "./messages";

const SHOWN_MS = 2_000; // by then the table for which Python was loaded is rendered

type Answered = Extract<FromHouse, { say: "answered" }>;

/**
 * Static files beside the pages for what needs no Python: the shelf, the pages of the games, their rules and
 * figures.
 */
const KEPT_BESIDE = [
  { path: /^\/api\/games\?language=(\w+)$/, file: (m: string[]) => `shelf/games.${m[1]}.json` },
  { path: /^\/api\/games\/(\w+)\?language=(\w+)$/, file: (m: string[]) => `shelf/${m[1]}.${m[2]}.json` },
  { path: /^\/api\/games\/(\w+)\/figures$/, file: (m: string[]) => `shelf/${m[1]}.figures.json` },
  { path: /^\/api\/games\/(\w+)\/print\?language=(\w+)$/, file: (m: string[]) => `shelf/${m[1]}-${m[2]}.pdf` },
];

/**
 * Requests answered from the last stored response before Python has started, so that people who only browse
 * do not wait for it.
 */
const EARLY: { path: RegExp; answer: (notes: Storage, language: string) => Promise<unknown> }[] = [
  { path: /^\/api\/me$/, answer: async (notes) => JSON.parse((await notes.told("me")) ?? '{"id":"","name":""}') as unknown },
  { path: /^\/api\/me\/tables\?language=(\w+)$/, answer: summaries },
  { path: /^\/api\/tables\?/, answer: () => Promise.resolve({ tables: [] }) },
];

/**
 * The stored summaries of all tables; null if one is missing (as when its tab was closed too soon): then
 * only Python knows all tables.
 */
async function summaries(notes: Storage, language: string): Promise<unknown> {
  const ids = JSON.parse(await notes.tables()) as string[];
  const told = await Promise.all(ids.map(async (id) => JSON.parse((await notes.told(`${language}/${id}`)) ?? "null") as TableSummary | null));
  return told.every((table, place) => table?.id === ids[place] && table?.changed && table.seats) ? { tables: told } : null;
}

/** What a table on this device lacks, if anything: a key of `texts().device.missing`. */
export function missing(): "runtime" | "old" | null {
  if (!files || !python) return "runtime";
  const isOld = "old" in document.documentElement.dataset; // set by public/early.js
  const has = typeof WebAssembly === "object" && typeof Worker === "function" && typeof BroadcastChannel === "function";
  return isOld || !has ? "old" : null;
}

/** The house on this device. Python is loaded by the first request that the static files cannot answer. */
class Device implements House {
  /** The state of Python: not requested, loading, running, or failed to load. */
  state: "idle" | "loading" | "ready" | "failed" = $state("idle");
  /** The progress of loading, from 0 to 1. */
  progress = $state(0);
  /** Whether the browser persists the tables. */
  keeps = $state(true);
  /** Whether the person has been told that it does not. */
  told = $state(false);
  /** Whether a table has been requested. */
  wanted = $state(false);
  /** Whether everything a table needs is cached, so that it works offline. */
  stays = $state(false);

  private worker: Worker | null = null;
  private readonly waiting = new Map<number, (answer: Answered | null) => void>();
  private readonly lines = new Map<number, DeviceLine>();
  private asked = 0;
  private readonly watching = new Set<() => void>();

  /** The value of `stays` when this page was opened. */
  readonly looked = this.lookWhatStays();

  /** The size of the download in bytes. */
  get bytes(): number {
    return missing() ? 0 : Object.values(this.runtime()).reduce((sum: number, file: RuntimeFile) => sum + file.bytes, 0);
  }

  /** Start to load Python: it will be needed soon. */
  prepare({ quietly = false } = {}): void {
    this.wanted ||= !quietly;
    if (this.worker || missing()) return;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromHouse>) => this.hear(data);
    worker.onerror = (event) => this.fail(event.message);
    this.worker = worker;
    this.state = "loading";
    this.post({ say: "begin", runtime: this.runtime(), settings: setElsewhere() });
    if (!quietly) void navigator.storage?.persist?.(); // ask for persistent storage before anything is stored
  }

  /** Resolve when no person waits for a download, or for the first table. */
  settled(): Promise<void> {
    return this.state === "loading" ? new Promise((settle) => this.watching.add(settle)) : Promise.resolve();
  }

  private settle(): void {
    for (const settle of this.watching) settle();
    this.watching.clear();
  }

  /** Download everything for offline use. */
  async fetchAhead(): Promise<void> {
    if (this.stays || missing() || !("serviceWorker" in navigator)) return;
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    void navigator.storage?.persist?.();
    // needed for printing only: loaded on demand if it fails here
    await fetch(this.runtime().paper.address).catch(() => undefined);
    this.prepare();
  }

  /** Whether a table is stored here. */
  async holds(table: string): Promise<boolean> {
    if (await (await notes()).facts(table)) return true;
    return !this.keeps && (await this.ask(`/api/tables/${encodeURIComponent(table)}?language=en`)).ok;
  }

  private runtime(): RuntimeFiles {
    const here = ({ address, bytes }: RuntimeFile) => ({ address: root + address, bytes });
    const { wasm, stdlib, msgspec, paper } = files!;
    return { wasm: here(wasm), stdlib: here(stdlib), msgspec: here(msgspec), ludothek: python!, paper: here(paper) };
  }

  async ask(path: string, init?: RequestInit): Promise<Response> {
    const method = init?.method ?? "GET";
    if (method === "GET")
      for (const { path: pattern, file } of KEPT_BESIDE) {
        const found = pattern.exec(path);
        if (found) return fetch(root + file(found));
      }
    if (method === "GET" && this.state !== "ready" && !this.asked)
      for (const { path: pattern, answer } of EARLY) {
        const found = pattern.exec(path);
        // an unreadable note: ask Python
        const said = found && (await answer(await notes(), found[1] ?? "").catch(() => null));
        if (said) return Response.json(said);
      }
    this.prepare();
    if (!this.worker) throw new Error("there is no Python for this page");
    const id = ++this.asked;
    const answer = await new Promise<Answered | null>((settle) => {
      this.waiting.set(id, settle);
      this.post({ say: "ask", id, method, address: path, body: typeof init?.body === "string" ? init.body : "" });
    });
    if (!answer) throw new Error("Python has stopped");
    const headers: Record<string, string> = { "content-type": answer.kind };
    if (answer.name) headers["content-disposition"] = `attachment; filename="${answer.name}"`;
    return new Response(answer.content, { status: answer.status, headers });
  }

  line(path: string): Line {
    this.prepare();
    const line = new DeviceLine(++this.asked, (message) => this.post(message));
    this.lines.set(line.number, line);
    this.post({ say: "connect", line: line.number, address: path });
    return line;
  }

  /**
   * Whether the service worker's cache (and the compiled interpreter, if stored) holds all that a table
   * needs.
   */
  private async lookWhatStays(): Promise<boolean> {
    if (missing() || !("caches" in self)) return false;
    const runtime = this.runtime();
    const kept = ({ address }: RuntimeFile) => caches.match(address).catch(() => undefined);
    const interpreter = keptInterpreter(runtime).then((found) => found ?? kept(runtime.wasm));
    const found = await Promise.all([interpreter, ...[runtime.stdlib, runtime.msgspec, runtime.ludothek].map(kept)]);
    return (this.stays = found.every((answer) => answer));
  }

  /**
   * Poll the cache until it is complete: files are cached as they are used, which may take a moment longer.
   */
  private async lookUntilAllStays(): Promise<void> {
    for (const seconds of [1, 4, 16]) {
      if (await this.lookWhatStays()) return;
      await new Promise((settle) => setTimeout(settle, 1000 * seconds));
    }
  }

  private post(message: ToHouse): void {
    this.worker?.postMessage(message);
  }

  private hear(message: FromHouse): void {
    switch (message.say) {
      case "loading":
        this.progress = Math.min(1, message.loaded / message.of);
        break;
      case "ready":
        [this.state, this.keeps] = ["ready", message.keeps];
        setTimeout(() => this.settle(), SHOWN_MS);
        void this.lookUntilAllStays();
        break;
      case "failed":
        this.fail(message.reason);
        break;
      case "answered":
        this.waiting.get(message.id)?.(message);
        this.waiting.delete(message.id);
        break;
      case "connected":
        this.lines.get(message.line)?.opened();
        break;
      case "frame":
        this.lines.get(message.line)?.heard(message.text);
        break;
      case "hung up":
        this.lines.get(message.line)?.ended(message.code);
        this.lines.delete(message.line);
    }
  }

  /** Note the failure; the next request starts Python again. */
  private fail(reason: string): void {
    console.error("Python in this page:", reason);
    this.worker?.terminate();
    this.worker = null;
    this.state = "failed";
    this.settle();
    for (const settle of this.waiting.values()) settle(null);
    this.waiting.clear();
    for (const line of this.lines.values()) line.ended(1006);
    this.lines.clear();
  }
}

/** Settings injected by a test, as JSON, in the format of the server's settings. */
function setElsewhere(): string {
  try {
    return localStorage.getItem("ludothek.house") ?? "{}";
  } catch {
    return "{}";
  }
}

let opened: Promise<Storage> | null = null;
const notes = () => (opened ??= openStorage().catch(() => new Lap()));

class DeviceLine implements Line {
  readyState: number = WebSocket.CONNECTING;
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;

  constructor(
    readonly number: number,
    private readonly post: (message: ToHouse) => void,
  ) {}

  send(text: string): void {
    this.post({ say: "send", line: this.number, text });
  }

  close(): void {
    this.post({ say: "leave", line: this.number });
    this.ended(1000);
  }

  opened(): void {
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  heard(text: string): void {
    if (this.readyState === WebSocket.OPEN) this.onmessage?.({ data: text });
  }

  ended(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }
}

export const device = new Device();
