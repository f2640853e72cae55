import { at, isSite } from "./place";
import { reach } from "./reach.svelte";

/** A line to a table: what we use of a WebSocket. */
export interface Line {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Who answers: a server, or this device. Both are asked the same, by the paths of docs/interface.md. */
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

const MARK = "ludothek.here"; // in what the browser keeps: on this device there are tables, or there were
let device: Promise<typeof import("../runtimes/page/house.svelte")> | null = null;

/** The house on this device. It comes when it is first wanted: most people who have a server never need it. */
export async function ownHouse() {
  reach.usesDevice = true;
  try {
    localStorage.setItem(MARK, "yes");
  } catch {
    // then nothing is kept here either, and what is played lasts as long as this page
  }
  device ??= import("../runtimes/page/house.svelte").catch((error: unknown) => {
    device = null; // it may come when the server is back
    throw error;
  });
  return (await device).device;
}

/** Whether there may be tables on this device. */
export function hasTables(): boolean {
  try {
    return isSite || device !== null || localStorage.getItem(MARK) !== null;
  } catch {
    return device !== null;
  }
}

/** Whether a table is one of this device. */
export async function isHere(table: string): Promise<boolean> {
  return isSite || (hasTables() && (await ownHouse()).holds(table));
}

/** Whether a new table will be one of this device. */
export const opensHere = (): boolean => isSite || reach.isLost;

/** A table will be opened soon: what that needs may come already. */
export function prepare(): void {
  if (opensHere()) void ownHouse().then((house) => house.prepare());
}

const SMALL = 2; // of a device's memory, in GB, as far as a browser tells: there Python waits until somebody has chosen a game

/** A table may be opened: where nothing has to come for it, it is got ready. */
export async function warmUp({ soon = true } = {}): Promise<void> {
  if (!opensHere() || (!soon && ((navigator as { deviceMemory?: number }).deviceMemory ?? Infinity) <= SMALL)) return;
  const house = await ownHouse();
  if (house.stays || (await house.looked)) house.prepare({ quietly: true });
}

/** When no table that somebody waits for needs the line any more. */
export const settled = async (): Promise<void> => (await device)?.device.settled();

const OF_A_TABLE = /^\/api\/(?:me\/)?tables\/(?!parcel\b)([^/?]+)/;

/** The house to ask: that of the table in question; else the server, and this device while that cannot be reached. */
export async function houseFor(path: string): Promise<House> {
  const table = OF_A_TABLE.exec(path)?.[1];
  return (table ? await isHere(decodeURIComponent(table)) : opensHere()) ? ownHouse() : server;
}
