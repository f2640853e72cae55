import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { RuntimeFiles } from "../src/runtimes/page/messages";
import { forgetMemory, keepMemory, keptInterpreter, keptMemory } from "../src/runtimes/page/memory";

const AT = "https://example.org/some/where/";
const file = (name: string) => ({ address: `${AT}runtime/${name}`, bytes: 1 });
const made = (version: string): RuntimeFiles => ({
  wasm: file(`pyodide-${version}.wasm.gz`),
  stdlib: file("library.zip"),
  msgspec: file("msgspec.gz"),
  ludothek: file(`ludothek-${version}.gz`),
  paper: file("paper.gz"),
});

/** The contents of the fake cache, which has a limited capacity. */
const all = new Map<string, Response>();
let room = Infinity;
const cache = {
  put(address: string, answer: Response) {
    if (!room) return Promise.reject(new DOMException("full", "QuotaExceededError"));
    room -= 1;
    all.set(address, answer);
    return Promise.resolve();
  },
  keys: () => Promise.resolve([...all.keys()].map((url) => ({ url }))),
  delete: (url: string) => Promise.resolve(all.delete(url)),
};

const contentOf = async (version: string) => new Uint8Array(await (await keptMemory(made(version)))!.arrayBuffer());
const packed = (text: string) => new Response(new Response(text).body!.pipeThrough(new CompressionStream("gzip")));

beforeEach(() => {
  all.clear();
  room = Infinity;
  vi.stubGlobal("caches", { open: () => Promise.resolve(cache), match: (address: string) => Promise.resolve(all.get(address)?.clone()) });
  vi.stubGlobal("fetch", () => Promise.resolve(packed("the interpreter")));
});
afterEach(() => vi.unstubAllGlobals());

describe("a memory of Python", () => {
  it("is found again by the files it was made of, without the zeros at its end, and with the interpreter unpacked", async () => {
    await keepMemory(made("1"), new Uint8Array([1, 0, 2, 0, 0]));
    expect(await contentOf("1")).toEqual(new Uint8Array([1, 0, 2]));
    expect(await (await keptInterpreter(made("1")))!.text()).toBe("the interpreter");
    expect(await keptMemory(made("2"))).toBeUndefined();
    // a worker of another build may link Python differently
    vi.stubGlobal("location", { href: `${AT}assets/worker-2.js` });
    expect(await keptMemory(made("1"))).toBeUndefined();
  });

  it("takes the place of an older one, and of nothing that is not ours", async () => {
    all.set("https://example.org/else/memory/1", new Response());
    await keepMemory(made("1"), new Uint8Array([1]));
    await keepMemory(made("2"), new Uint8Array([2]));
    expect(await keptMemory(made("1"))).toBeUndefined();
    expect(await contentOf("2")).toEqual(new Uint8Array([2]));
    expect(all.size).toBe(3);
  });

  it("goes where it is of no use, and leaves the interpreter", async () => {
    await keepMemory(made("1"), new Uint8Array([1]));
    await forgetMemory(made("1"));
    expect(await keptMemory(made("1"))).toBeUndefined();
    expect(await keptInterpreter(made("1"))).toBeDefined();
  });

  it("is not lost where there is no room for a new one", async () => {
    await keepMemory(made("1"), new Uint8Array([1]));
    for (room of [0, 1]) await keepMemory(made("1"), new Uint8Array([2]));
    expect(await contentOf("1")).toEqual(new Uint8Array([1]));
  });
});
