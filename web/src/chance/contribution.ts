import { store, stored } from "../shell/stored";

// What this device contributed to the seeds of tables, so that its owner can see at the end that it was used.
const NAME = "ludothek.contributions";
const MOST = 100; // tables; the oldest go first
const isHex = (part: unknown): part is string => typeof part === "string" && /^[0-9a-f]{64}$/.test(part);

/** 32 random bytes, in hex. */
export function newContribution(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function keepContribution(table: string, contribution: string): void {
  const others = Object.entries(stored(NAME, isHex)).filter(([id]) => id !== table);
  store(NAME, Object.fromEntries([...others.slice(1 - MOST), [table, contribution]]));
}

/** What this device contributed to a table's seed before the game began, if it did. */
export function contributionTo(table: string): string | null {
  return stored(NAME, isHex)[table] ?? null;
}
