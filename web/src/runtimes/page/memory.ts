import { unpacked } from "./fetching";
import type { RuntimeFile, RuntimeFiles } from "./messages";

// A Python that has just started looks the same every time. The first one that thinks on a device writes its memory down, and all later ones begin
// there: that is a third of the work. It belongs to the very files it was made of, the script of its worker among them. The interpreter is kept with it
// as it was unpacked.

const CACHE = "ludothek memory"; // none of the service worker's, which go with their version

const nameOf = ({ address }: Pick<RuntimeFile, "address">) => address.replace(/.*\//, "");
const placeOf = ({ ludothek }: RuntimeFiles, name: string) => new URL(`../memory/${name}`, ludothek.address).href;
const memoryOf = (files: RuntimeFiles) =>
  placeOf(files, [{ address: location.href }, files.wasm, files.stdlib, files.msgspec, files.ludothek].map(nameOf).join("+"));
const interpreterOf = (files: RuntimeFiles) => placeOf(files, nameOf(files.wasm).replace(/\.gz$/, ""));

/** Whether a memory can be kept here: a browser has caches over https and on localhost. */
export const canKeepMemory = (): boolean => "caches" in self;

async function kept(address: string): Promise<Response | undefined> {
  return canKeepMemory() ? caches.match(address, { cacheName: CACHE }).catch(() => undefined) : undefined;
}

export const keptMemory = (files: RuntimeFiles): Promise<Response | undefined> => kept(memoryOf(files));
export const keptInterpreter = (files: RuntimeFiles): Promise<Response | undefined> => kept(interpreterOf(files));

/** Keeps it, and then no more those of older versions: its tab may be closed meanwhile. Where there is no room for it, the next start takes as long
 * as the first. */
export async function keepMemory(files: RuntimeFiles, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(interpreterOf(files), await unpacked(files.wasm, () => undefined, "application/wasm"));
    await cache.put(memoryOf(files), new Response(memory.subarray(0, used(memory))));
    await forget(files, [memoryOf(files), interpreterOf(files)]);
  } catch {
    // as has been said
  } finally {
    letGo(memory);
  }
}

/** The interpreter stays: there may be no other where there is no network. */
export const forgetMemory = (files: RuntimeFiles): Promise<void> => forget(files, [interpreterOf(files)]);

async function forget(files: RuntimeFiles, but: string[]): Promise<void> {
  const [cache, folder] = [await caches.open(CACHE), placeOf(files, "")];
  for (const { url } of await cache.keys()) if (url.startsWith(folder) && !but.includes(url)) await cache.delete(url);
}

/** At once, by sending it to nobody: a phone has no 30 MB to spare until rubbish is collected. */
export function letGo(memory: Uint8Array<ArrayBuffer>): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [memory.buffer]);
  port1.close();
}

/** Without the zeros at its end: that is what a fresh memory holds. */
function used(memory: Uint8Array): number {
  let end = memory.length;
  while (end > 0 && memory[end - 1] === 0) end -= 1;
  return end;
}
