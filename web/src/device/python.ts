import { loadPyodide, type PyodideAPI } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";

import type { RuntimeFile, RuntimeFiles } from "./messages";

const PACKAGES = "/lib/python3.14/site-packages";
const NO_PACKAGES = { info: { arch: "wasm32", platform: "emscripten", version: "0", abi_version: "2026_0", python: "3.14.2" }, packages: {} };

/** Python, with Ludothek in it. `told` hears how many bytes have come. */
export async function startPython(files: RuntimeFiles, told: (loaded: number, of: number) => void): Promise<PyodideAPI> {
  const all = Object.values(files) as RuntimeFile[];
  const of = all.reduce((sum, file) => sum + file.bytes, 0);
  let loaded = 0;
  const count = (bytes: number) => told((loaded += bytes), of);
  const [msgspec, ludothek] = [fetched(files.msgspec, count), fetched(files.ludothek, count)];
  const stdlib = fetched(files.stdlib, count);
  const python = await withFetch(
    (address) => {
      if (address === files.stdlib.address) return stdlib.then((content) => new Response(content));
      return address.endsWith("pyodide.asm.wasm") ? unpacked(files.wasm, count) : null;
    },
    () =>
      loadPyodide({
        createPyodideModule,
        indexURL: new URL(".", files.wasm.address).href,
        stdLibURL: files.stdlib.address,
        lockFileContents: JSON.stringify(NO_PACKAGES),
        checkAPIVersion: false,
      } as Parameters<typeof loadPyodide>[0]),
  );
  python.unpackArchive(await msgspec, "wheel", { extractDir: PACKAGES });
  python.unpackArchive(await ludothek, "zip", { extractDir: PACKAGES });
  return python;
}

/** Pyodide fetches its own files. Ours are packed, and counted on their way: so it is given them where it asks. */
async function withFetch<T>(answer: (address: string) => Promise<Response> | null, work: () => Promise<T>): Promise<T> {
  const usual = self.fetch;
  self.fetch = (asked, init) => answer(asked instanceof Request ? asked.url : String(asked)) ?? usual(asked, init);
  try {
    return await work();
  } finally {
    self.fetch = usual;
  }
}

async function fetched(file: RuntimeFile, count: (bytes: number) => void): Promise<ArrayBuffer> {
  return new Response(await counted(file, count)).arrayBuffer();
}

async function unpacked(file: RuntimeFile, count: (bytes: number) => void): Promise<Response> {
  const stream = (await counted(file, count)).pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": "application/wasm" } });
}

async function counted(file: RuntimeFile, count: (bytes: number) => void): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const answer = await fetch(file.address);
  if (!answer.ok || !answer.body) throw new Error(`${file.address}: ${answer.status}`);
  return answer.body.pipeThrough(
    new TransformStream({
      transform(chunk: Uint8Array<ArrayBuffer>, out) {
        count(chunk.byteLength);
        out.enqueue(chunk);
      },
    }),
  );
}
