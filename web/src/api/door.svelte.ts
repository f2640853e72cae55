import { api } from "./http";
import type { Door, Language } from "./types";

/** Whether a host name is a loopback address, which other devices cannot open. */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/**
 * The addresses under which other devices reach this server. On the server's own machine the page's address
 * may be a loopback address, so the server is asked for its network addresses.
 */
class WayIn {
  #door = $state<Door | null>(null);
  #chosen = $state("");
  readonly isHere = isThisMachine(location.hostname);

  /** The addresses that other devices can open, most likely first; null until known. */
  readonly addresses = $derived(this.isHere ? (this.#door?.addresses ?? null) : [location.origin]);
  /** The addresses that the server could start to listen on. */
  readonly candidates = $derived(this.#door?.candidates ?? []);
  readonly mayOpen = $derived(this.#door?.may_open ?? false);
  /** The address for invitations: the chosen one, else the first. */
  readonly origin = $derived(this.addresses?.find((one) => one === this.#chosen) ?? this.addresses?.[0] ?? null);

  async look(): Promise<void> {
    if (this.isHere) this.#door = await api.door().catch(() => ({ addresses: [], candidates: [], may_open: false }));
  }

  async open(address: string, language: Language): Promise<void> {
    this.#door = await api.openDoor(address, language);
    this.choose(address);
  }

  choose(address: string): void {
    this.#chosen = address;
  }
}

export const wayIn = new WayIn();
