import type { RuntimeFiles } from "./messages";

// A Python that has just started looks the same every time. The first one that thinks on a device writes its memory down, and all later ones begin
// there: that is a third of the work. It belongs to the very files it was made of.

const CACHE = "ludothek memory"; // none of the service worker's, which go with their version

function addressOf({ wasm, stdlib, msgspec, ludothek }: RuntimeFiles): string {
  const names = [wasm, stdlib, msgspec, ludothek].map(({ address }) => address.replace(/.*\//, ""));
  return new URL(`../memory/${names.join("+")}`, ludothek.address).href;
}

/** Whether a memory can be kept here: a browser has caches over https and on localhost. */
export const canKeepMemory = (): boolean => "caches" in self;

export async function keptMemory(files: RuntimeFiles): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!canKeepMemory()) return null;
  const found = await caches.match(addressOf(files), { cacheName: CACHE }).catch(() => undefined);
  return found ? new Uint8Array(await found.arrayBuffer()) : null;
}

/** Keeps it in the place of those of older versions; where there is no room for it, the next start takes as long as the first. */
export async function keepMemory(files: RuntimeFiles, memory: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    await forgetMemory(files);
    await (await caches.open(CACHE)).put(addressOf(files), new Response(memory.subarray(0, used(memory))));
  } catch {
    // as has been said
  } finally {
    letGo(memory);
  }
}

export async function forgetMemory(files: RuntimeFiles): Promise<void> {
  const cache = await caches.open(CACHE);
  const folder = new URL(".", addressOf(files)).href;
  for (const { url } of await cache.keys()) if (url.startsWith(folder)) await cache.delete(url);
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
