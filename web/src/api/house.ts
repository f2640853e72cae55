import { at, isSite } from "./place";
import { reach } from "./reach.svelte";

/** A connection to a table: the part of the WebSocket interface that the pages use. */
export interface Line {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/**
 * A backend: the server, or the house on this device. Both answer the same requests, by the paths of
 * docs/interface.md.
 */
export interface House {
  ask(path: string, init?: RequestInit): Promise<Response>;
  line(path: string): Line;
}

export const server: House = {
  ask: (path, init) => reach.fetch(path, init),
  line(path) {
    const address = new URL(at(path), location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(address) as Line;
  },
};

const MARK = "ludothek.here"; // a localStorage flag: tables exist or have existed on this device
let device: Promise<typeof import("../runtimes/page/house.svelte")> | null = null;

/** Load the house on this device on first use; most people with a server never need it. */
export async function ownHouse() {
  reach.usesDevice = true;
  try {
    localStorage.setItem(MARK, "yes");
  } catch {
    // Storage is forbidden: tables on this device last as long as the page.
  }
  device ??= import("../runtimes/page/house.svelte").catch((error: unknown) => {
    device = null; // retry when the server is reachable again
    throw error;
  });
  return (await device).device;
}

/** Whether tables may exist on this device. */
export function hasTables(): boolean {
  try {
    return isSite || device !== null || localStorage.getItem(MARK) !== null;
  } catch {
    return device !== null;
  }
}

/** Whether a table is stored on this device. */
export async function isHere(table: string): Promise<boolean> {
  return isSite || (hasTables() && (await ownHouse()).holds(table));
}

/** Whether a new table will be opened on this device. */
export const opensHere = (): boolean => isSite || reach.isLost;

/** Preload what opening a table on this device needs. */
export function prepare(): void {
  if (opensHere()) void ownHouse().then((house) => house.prepare());
}

// deviceMemory in GB, where the browser reports it; below this, Python is not loaded before the person has
// chosen a game
const SMALL = 2;

/** Preload Python if its files are already cached. */
export async function warmUp({ soon = true } = {}): Promise<void> {
  if (!opensHere() || (!soon && ((navigator as { deviceMemory?: number }).deviceMemory ?? Infinity) <= SMALL)) return;
  const house = await ownHouse();
  if (house.stays || (await house.looked)) house.prepare({ quietly: true });
}

/** Resolve when no table that a person waits for needs the network any more. */
export const settled = async (): Promise<void> => (await device)?.device.settled();

const OF_A_TABLE = /^\/api\/(?:me\/)?tables\/(?!parcel\b)([^/?]+)/;

/**
 * Choose the backend for a request: the one that stores the table in question; else the server, or this
 * device while the server is unreachable.
 */
export async function houseFor(path: string): Promise<House> {
  const table = OF_A_TABLE.exec(path)?.[1];
  return (table ? await isHere(decodeURIComponent(table)) : opensHere()) ? ownHouse() : server;
}
