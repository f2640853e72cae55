import { at, isSite } from "./place";

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

const server: House = {
  ask: (path, init) => fetch(at(path), init),
  line(path) {
    const address = new URL(at(path), location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    return new WebSocket(address) as Line;
  },
};

/** A table will be opened soon: what that needs may come already. */
export function prepare(): void {
  if (isSite) void import("../device/house.svelte").then(({ device }) => device.prepare());
}

/** The house that holds a table. */
export async function house(): Promise<House> {
  return isSite ? (await import("../device/house.svelte")).device : server;
}
