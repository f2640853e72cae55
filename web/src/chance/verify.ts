import type { ChanceProof, Draw } from "../api/types";

/** What a check of chance found. */
export type Verdict = { good: true } | { good: false; seed: boolean; draws: number[] };

export function canVerify(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Computes everything anew: the fingerprint of the seed, and every draw from the seed and its number. */
export async function verify(proof: ChanceProof): Promise<Verdict> {
  const seeds = await Promise.all([...proof.before, { ...proof, until: Infinity }].map(secret));
  const isSeed = seeds.every(({ isGood }) => isGood);
  const wrong: number[] = [];
  for (const draw of proof.draws) {
    const { key } = seeds.find(({ until }) => draw.number < until)!;
    if ((await drawn(key, draw)) !== draw.move) wrong.push(draw.number);
  }
  return isSeed && wrong.length === 0 ? { good: true } : { good: false, seed: isSeed, draws: wrong };
}

/** A seed, whether it is the one that was promised, and up to which move it was drawn from. */
async function secret({ seed, commitment, until }: { seed: string | null; commitment: string; until: number }) {
  const bytes = bytesOf(seed ?? "");
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return { key, until, isGood: hexOf(await crypto.subtle.digest("SHA-256", bytes)) === commitment };
}

async function drawn(key: CryptoKey, { number, weights }: Draw): Promise<string | null> {
  const total = BigInt(Object.values(weights).reduce((sum, weight) => sum + weight, 0));
  if (total === 0n) return null;
  const limit = ((1n << 256n) / total) * total;
  for (let attempt = 0; ; attempt++) {
    const message = new TextEncoder().encode(`${number}:${attempt}`);
    const value = BigInt(`0x${hexOf(await crypto.subtle.sign("HMAC", key, message))}`);
    if (value >= limit) continue; // would favour the first keys
    let rest = value % total;
    for (const move of Object.keys(weights).sort(byCodePoint)) {
      rest -= BigInt(weights[move] ?? 0);
      if (rest < 0n) return move;
    }
    return null;
  }
}

/** The server sorts by code point; JavaScript's own order differs beyond the first 65536. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (difference) return difference;
  }
  return left.length - right.length;
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hexOf(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
