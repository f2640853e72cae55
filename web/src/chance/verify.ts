import type { ChanceProof, Draw } from "../api/types";

/** The result of a verification. */
export type Verdict = { good: true } | { good: false; seed: boolean; draws: number[] };

export function canVerify(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Recompute everything: the commitment to the seed, and every draw from the seed and its number. */
export async function verify(proof: ChanceProof): Promise<Verdict> {
  const own = { ...proof, until: Infinity };
  const seeds = await Promise.all([...proof.before.map((before) => secret(before)), secret(own, proof.contributions)]);
  const isSeed = seeds.every(({ isGood }) => isGood);
  const wrong: number[] = [];
  for (const draw of proof.draws) {
    const { key } = seeds.find(({ until }) => draw.number < until)!;
    if ((await drawn(key, draw)) !== draw.move) wrong.push(draw.number);
  }
  const { lot } = proof;
  if (lot && (await drawn(seeds.at(-1)!.key, { number: lot.name, weights: lot.weights })) !== lot.drawn) wrong.push(-1);
  return isSeed && wrong.length === 0 ? { good: true } : { good: false, seed: isSeed, draws: wrong };
}

interface Seed {
  seed: string | null;
  commitment: string;
  until: number;
}

/**
 * The key of the draws up to a move: the seed, mixed with the contributions of the seats; and whether the
 * seed matches its commitment.
 */
async function secret({ seed, commitment, until }: Seed, contributions: string[] = []) {
  const bytes = bytesOf(seed ?? "");
  const own = await hmacKey(bytes);
  const message = new TextEncoder().encode(contributions.join(" "));
  const key = contributions.length ? await hmacKey(await crypto.subtle.sign("HMAC", own, message)) : own;
  return { key, until, isGood: hexOf(await crypto.subtle.digest("SHA-256", bytes)) === commitment };
}

function hmacKey(bytes: BufferSource): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function drawn(key: CryptoKey, { number, weights }: { number: number | string; weights: Draw["weights"] }): Promise<string | null> {
  const total = BigInt(Object.values(weights).reduce((sum, weight) => sum + weight, 0));
  if (total === 0n) return null;
  const limit = ((1n << 256n) / total) * total;
  for (let attempt = 0; ; attempt++) {
    const message = new TextEncoder().encode(`${number}:${attempt}`);
    const value = BigInt(`0x${hexOf(await crypto.subtle.sign("HMAC", key, message))}`);
    if (value >= limit) continue; // rejection sampling, to avoid modulo bias
    let rest = value % total;
    for (const move of Object.keys(weights).sort(byCodePoint)) {
      rest -= BigInt(weights[move] ?? 0);
      if (rest < 0n) return move;
    }
    return null;
  }
}

/**
 * Compare by code point, as the server does; JavaScript compares UTF-16 units, which differs beyond U+FFFF.
 */
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
