import type { FromHouse, RuntimeFiles, ToHouse } from "./messages";
import { addPackage, startPython } from "./python";
import { Lap, openStorage, type Storage } from "./storage";
import { Thinkers } from "./thinkers";

interface Conversation {
  hear(text: string): Promise<void>;
  leave(): Promise<void>;
  destroy(): void;
}

interface House {
  answer(method: string, address: string, body: string): Promise<[number, string, Uint8Array<ArrayBuffer>, string]>;
  connect(address: string, send: (text: string) => void, hangUp: (code: number, reason: string) => void): Promise<Conversation | undefined>;
  heard_of(table: string): void;
}

const post = (message: FromHouse) => postMessage(message);
const tabs = new BroadcastChannel("ludothek"); // announces changed tables to our other tabs
const LANGUAGES = ["de", "en"];
const SUM_UP_AFTER_MS = 500; // debounce: moves come in bursts
const lines = new Map<number, Promise<Conversation | undefined>>();
let house: Promise<House> | null = null;

async function begin(runtime: RuntimeFiles, settings: string): Promise<House> {
  const [drawers, { python, interpreter, remembers }] = await Promise.all([
    openStorage().catch(() => null),
    startPython(runtime, { told: (loaded, of) => post({ say: "loading", loaded, of }) }),
  ]);
  const browser = python.pyimport("ludothek.page.page_house") as {
    PageHouse: (storage: Storage, thinkers: Thinkers, paper: () => Promise<boolean>, settings: string) => House;
  };
  const paper = untilDone(() => addPackage(python, runtime.paper));
  const thinkers = new Thinkers(runtime, interpreter);
  // without a memory snapshot, start a bot worker now: it writes one for the next start
  if (!remembers) thinkers.start();
  const made = browser.PageHouse(telling(drawers ?? new Lap()), thinkers, paper, settings);
  tabs.onmessage = ({ data }: MessageEvent<string>) => made.heard_of(data);
  performance.mark("ready");
  post({ say: "ready", keeps: drawers !== null });
  return made;
}

/** Run a task once, and again after a failure on the next call. Resolves to whether it succeeded. */
function untilDone(work: () => Promise<void>): () => Promise<boolean> {
  let doing: Promise<boolean> | null = null;
  const failed = () => {
    doing = null;
    return false;
  };
  return () => (doing ??= work().then(() => true, failed));
}

/**
 * Wrap the storage so that writes are announced to the other tabs, and changed tables are summarised for
 * pages that ask before Python has started.
 */
function telling(storage: Storage): Storage {
  const changed = new Set<string>();
  const sumUp = async () => {
    const [tables, made] = [[...changed], (await house)!];
    changed.clear();
    for (const table of tables)
      for (const language of LANGUAGES) {
        const [status, , content] = await made.answer("GET", `/api/tables/${encodeURIComponent(table)}?language=${language}`, "");
        if (status === 200) await storage.tell(`${language}/${table}`, new TextDecoder().decode(content));
      }
  };
  const write: Storage["write"] = async (table, ...rest) => {
    const written = await storage.write(table, ...rest);
    if (written !== "kept") return written;
    tabs.postMessage(table);
    if (!changed.size) setTimeout(() => void sumUp().catch(() => undefined), SUM_UP_AFTER_MS);
    changed.add(table);
    return written;
  };
  return new Proxy(storage, { get: (target, name, self) => (name === "write" ? write : bound(target, Reflect.get(target, name, self))) });
}

function bound(target: object, found: unknown): unknown {
  return typeof found === "function" ? (found as (...given: unknown[]) => unknown).bind(target) : found;
}

async function connect(line: number, address: string): Promise<Conversation | undefined> {
  const made = (await house)!;
  post({ say: "connected", line });
  const send = (text: string) => post({ say: "frame", line, text });
  return made.connect(address, send, (code) => post({ say: "hung up", line, code }));
}

/**
 * Run the house on this device: Python that decides, stores and shows the tables, behind the same requests
 * and frames as a server.
 */
export async function hold({ data }: MessageEvent<ToHouse>): Promise<void> {
  switch (data.say) {
    case "begin":
      house = begin(data.runtime, data.settings);
      house.catch((error: unknown) => post({ say: "failed", reason: String(error) }));
      break;
    case "ask": {
      const [status, kind, content, name] = await (await house)!.answer(data.method, data.address, data.body);
      post({ say: "answered", id: data.id, status, kind, content, name });
      break;
    }
    case "connect":
      lines.set(data.line, connect(data.line, data.address));
      break;
    case "send":
      inTurn(data.line, (conversation) => conversation.hear(data.text));
      break;
    case "leave":
      void lines.get(data.line)?.then(async (conversation) => {
        await conversation?.leave();
        conversation?.destroy();
      });
      lines.delete(data.line);
  }
}

/** Process the messages of a connection one after the other. */
function inTurn(line: number, then: (conversation: Conversation) => Promise<void>): void {
  const before = lines.get(line);
  if (!before) return;
  const after = before.then(async (conversation) => {
    if (conversation) await then(conversation);
    return conversation;
  });
  lines.set(line, after);
}
