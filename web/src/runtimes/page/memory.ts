import { unpacked } from "./fetching";
import type { RuntimeFile, RuntimeFiles } from "./messages";

// Snapshots of the memory of a fresh Python. The first interpreter on a device writes one, and later ones
// start from it in about a third of the time. A snapshot is keyed by the files that it was made from,
// including the worker's script. The compiled interpreter is stored with it.

// separate from the service worker's caches, which are deleted with their version
const CACHE = "ludothek memory";

const nameOf = ({ address }: Pick<RuntimeFile, "address">) => address.replace(/.*\//, "");
const placeOf = ({ ludothek }: RuntimeFiles, name: string) => new URL(`../memory/${name}`, ludothek.address).href;
const memoryOf = (files: RuntimeFiles) =>
  placeOf(files, [{ address: location.href }, files.wasm, files.stdlib, files.msgspec, files.ludothek].map(nameOf).join("+"));
const interpreterOf = (files: RuntimeFiles) => placeOf(files, nameOf(files.wasm).replace(/\.gz$/, ""));

/** Whether snapshots can be stored: the Cache API needs https or localhost. */
export const canKeepMemory = (): boolean => "caches" in self;

async function kept(address: string): Promise<Response | undefined> {
  return canKeepMemory() ? caches.match(address, { cacheName: CACHE }).catch(() => undefined) : undefined;
}

export const keptMemory = (files: RuntimeFiles): Promise<Response | undefined> => kept(memoryOf(files));
export const keptInterpreter = (files: RuntimeFiles): Promise<Response | undefined> => kept(interpreterOf(files));

/**
 * Store a snapshot, then delete those of older versions (in this order, as the tab may be closed meanwhile).
 * If storage is full, the next start is merely slower.
 */
export async function keepMemory(files: RuntimeFiles, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(interpreterOf(files), await unpacked(files.wasm, () => undefined, "application/wasm"));
    await cache.put(memoryOf(files), new Response(memory.subarray(0, used(memory))));
    await forget(files, [memoryOf(files), interpreterOf(files)]);
  } catch {
    // Best effort, see above.
  } finally {
    letGo(memory);
  }
}

/** Delete the snapshot but not the interpreter, which could not be downloaded again offline. */
export const forgetMemory = (files: RuntimeFiles): Promise<void> => forget(files, [interpreterOf(files)]);

async function forget(files: RuntimeFiles, but: string[]): Promise<void> {
  const [cache, folder] = [await caches.open(CACHE), placeOf(files, "")];
  for (const { url } of await cache.keys()) if (url.startsWith(folder) && !but.includes(url)) await cache.delete(url);
}

/**
 * Free the memory at once by transferring it to a closed port: a phone cannot spare 30 MB until garbage
 * collection.
 */
export function letGo(memory: Uint8Array<ArrayBuffer>): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [memory.buffer]);
  port1.close();
}

/** Strip trailing zeros, which a fresh memory holds anyway. */
function used(memory: Uint8Array): number {
  let end = memory.length;
  while (end > 0 && memory[end - 1] === 0) end -= 1;
  return end;
}
