import { store, stored } from "../shell/stored";

// The contributions of this device to the seeds of tables, stored so that their use can be verified at the
// end.
const NAME = "ludothek.contributions";
const MOST = 100; // tables; the oldest are dropped
const isHex = (part: unknown): part is string => typeof part === "string" && /^[0-9a-f]{64}$/.test(part);

/** 32 random bytes, in hex. */
export function newContribution(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function keepContribution(table: string, contribution: string): void {
  const others = Object.entries(stored(NAME, isHex)).filter(([id]) => id !== table);
  store(NAME, Object.fromEntries([...others.slice(1 - MOST), [table, contribution]]));
}

/** The contribution of this device to a table's seed, if it made one before the game began. */
export function contributionTo(table: string): string | null {
  return stored(NAME, isHex)[table] ?? null;
}
