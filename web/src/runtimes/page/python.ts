import { loadPyodide, type PyodideAPI } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";

import { bundle, unpacked, type Bundle } from "./fetching";
import { canKeepMemory, forgetMemory, keepMemory, keptInterpreter, keptMemory, letGo } from "./memory";
import type { RuntimeFile, RuntimeFiles } from "./messages";

const PACKAGES = "/lib/python3.14/site-packages";
const NO_PACKAGES = { info: { arch: "wasm32", platform: "emscripten", version: "0", abi_version: "2026_0", python: "3.14.2" }, packages: {} };
const OPTIONS = { lockFileContents: JSON.stringify(NO_PACKAGES), checkAPIVersion: false };
// the modules that a memory snapshot includes
const READY = "from ludothek.page.bot_worker import get_ready\nget_ready()";
// make Python notice files added after its import caches were filled
const FOUND = "import importlib\nimportlib.invalidate_caches()";
const FRESH = "import random\nrandom.seed()"; // reseed what a snapshot would repeat

/** The part of Emscripten's interface that is used before Python starts. */
interface Emscripten {
  FS: PyodideAPI["FS"];
  addRunDependency(name: string): void;
  removeRunDependency(name: string): void;
  loadWebAssemblyModule(code: Uint8Array, flags: { loadAsync: true; nodelete: true }, path: string, scope: object): Promise<object>;
  newDSO(path: string, handle: undefined, exports: object): void;
  HEAP8: Int8Array;
  _malloc(bytes: number): number;
  _free(place: number): void;
}

interface Settings {
  preRun: ((emscripten: Emscripten) => void)[];
}

export interface Started {
  python: PyodideAPI;
  interpreter: WebAssembly.Module;
  remembers: boolean; // whether it was started from a memory snapshot
}

interface Wishes {
  /** Called with the number of bytes loaded so far. */
  told?: (loaded: number, of: number) => void;
  /** An interpreter compiled by another worker, to be reused instead of downloaded. */
  compiled?: WebAssembly.Module | undefined;
  /** Write a memory snapshot if none exists; this start then takes longer. */
  keeps?: boolean;
}

/** Start Python with Ludothek installed. */
export async function startPython(files: RuntimeFiles, { told, compiled, keeps = false }: Wishes): Promise<Started> {
  performance.mark("begun");
  const count = counting(files, told);
  const first = Promise.all([
    compiled ?? compiledInterpreter(files, count),
    unpacked(files.stdlib, count).then((library) => library.arrayBuffer()),
    bundle(files.msgspec, count),
  ]);
  const memory = await keptMemory(files);
  const ludothek = (memory ? Promise.resolve() : first.then(() => undefined)).then(() => bundle(files.ludothek, count));
  ludothek.catch(() => undefined); // reported where it is awaited
  const kept = memory ? new Uint8Array(await memory.arrayBuffer()) : null;
  const [interpreter, stdlib, msgspec] = await first;
  const begin = (from: Uint8Array<ArrayBuffer> | null) =>
    lending(files, interpreter, stdlib, () => begun(files, msgspec, ludothek, from, keeps && canKeepMemory()));
  try {
    return { python: await begin(kept), interpreter, remembers: kept !== null };
  } catch (error) {
    if (!kept) throw error;
    await forgetMemory(files); // it will be written again
    return { python: await begin(null), interpreter, remembers: false };
  }
}

/** Install one more package into a running Python. */
export async function addPackage(python: PyodideAPI, file: RuntimeFile): Promise<void> {
  write(python.FS, await bundle(file));
}

async function compiledInterpreter(files: RuntimeFiles, count: (bytes: number) => void): Promise<WebAssembly.Module> {
  const kept = await keptInterpreter(files);
  if (kept) count(files.wasm.bytes);
  return WebAssembly.compileStreaming(kept ?? unpacked(files.wasm, count, "application/wasm"));
}

/** Report the progress at every full per cent only: the page redraws its bar each time. */
function counting(files: RuntimeFiles, told: Wishes["told"]): (bytes: number) => void {
  const of = [files.wasm, files.stdlib, files.msgspec, files.ludothek].reduce((sum, file) => sum + file.bytes, 0);
  let [loaded, said] = [0, 0];
  return (bytes) => {
    loaded += bytes;
    if (loaded < of && loaded - said < of / 100) return;
    told?.((said = loaded), of);
  };
}

async function begun(
  files: RuntimeFiles,
  msgspec: Bundle,
  ludothek: Promise<Bundle>,
  memory: Uint8Array<ArrayBuffer> | null,
  keeps: boolean,
): Promise<PyodideAPI> {
  const packages = memory ? new Map([...msgspec, ...(await ludothek)]) : msgspec;
  performance.mark("come");
  const python = await loadPyodide({
    ...OPTIONS,
    indexURL: new URL("../../device", files.wasm.address).href,
    stdLibURL: files.stdlib.address,
    createPyodideModule: (settings: Settings) => emscripten(settings, packages, memory?.byteLength ?? 0),
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: keeps }),
  } as unknown as Parameters<typeof loadPyodide>[0]);
  performance.mark("started");
  if (memory) {
    letGo(memory);
    python.runPython(FRESH);
    return python;
  }
  write(python.FS, await ludothek); // the largest file: Python starts while it is downloading
  python.runPython(FOUND);
  if (keeps) remember(python, files);
  return python;
}

/** Write a snapshot for the next start. On failure, this start proceeds without one. */
function remember(python: PyodideAPI, files: RuntimeFiles): void {
  try {
    python.runPython(READY);
    void keepMemory(files, python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>);
  } catch (error) {
    console.warn("Python's memory cannot be kept:", error);
  }
}

/**
 * Instantiate Emscripten with our packages in its file system. The shared library in one of them is loaded
 * before Python, so that its address is the same at every start (a snapshot requires it).
 */
async function emscripten(settings: Settings, packages: Bundle, room: number): Promise<Emscripten> {
  const place = async (made: Emscripten) => {
    write(made.FS, packages);
    made.addRunDependency("libraries");
    for (const [name, code] of packages) {
      const path = `${PACKAGES}/${name}`;
      if (name.endsWith(".so")) made.newDSO(path, undefined, await made.loadWebAssemblyModule(code, { loadAsync: true, nodelete: true }, path, {}));
    }
    made.removeRunDependency("libraries");
  };
  const made = await (createPyodideModule as (settings: Settings) => Promise<Emscripten>)({
    ...settings,
    preRun: [...settings.preRun, (module) => void place(module)],
  });
  if (room > made.HEAP8.length) made._free(made._malloc(room)); // grow the memory to the size of the snapshot
  return made;
}

function write(files: PyodideAPI["FS"], packages: Bundle): void {
  for (const [name, content] of packages) {
    const path = `${PACKAGES}/${name}`;
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, content, { canOwn: true });
  }
}

/**
 * Intercept `fetch` and WebAssembly compilation while Pyodide loads: it receives our files, which are
 * downloaded compressed and counted, and an interpreter that is compiled once for all workers.
 */
async function lending<T>(files: RuntimeFiles, interpreter: WebAssembly.Module, stdlib: ArrayBuffer, work: () => Promise<T>): Promise<T> {
  const [fetchUsually, startUsually] = [self.fetch, WebAssembly.instantiateStreaming];
  self.fetch = (asked, init) => {
    const address = asked instanceof Request ? asked.url : String(asked);
    if (address.endsWith("pyodide.asm.wasm")) return Promise.resolve(new Response());
    return address === files.stdlib.address ? Promise.resolve(new Response(stdlib)) : fetchUsually(asked, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: interpreter, instance: await WebAssembly.instantiate(interpreter, imports) });
  try {
    return await work();
  } finally {
    [self.fetch, WebAssembly.instantiateStreaming] = [fetchUsually, startUsually];
  }
}
