import type { RuntimeFile } from "./messages";

type Count = (bytes: number) => void;

/** The files of one package, by path. */
export type Bundle = Map<string, Uint8Array>;

/** Download a file, reporting the bytes as they arrive. */
async function fetched(file: RuntimeFile, count: Count): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
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

/** Download and decompress a gzipped file: not every host compresses what it serves. */
export async function unpacked(file: RuntimeFile, count: Count, kind = ""): Promise<Response> {
  const stream = (await fetched(file, count)).pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": kind } });
}

/**
 * Read the format of `bundle` in src/ludothek/page/archive.py: a header line with names and sizes, then the
 * contents.
 */
export async function bundle(file: RuntimeFile, count: Count = () => undefined): Promise<Bundle> {
  const content = new Uint8Array(await (await unpacked(file, count)).arrayBuffer());
  let place = content.indexOf(10);
  const sizes = JSON.parse(new TextDecoder().decode(content.subarray(0, place))) as Record<string, number>;
  place += 1;
  return new Map(Object.entries(sizes).map(([name, size]) => [name, content.subarray(place, (place += size))]));
}
