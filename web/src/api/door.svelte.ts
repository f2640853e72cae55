import { api } from "./http";
import type { Door, Language } from "./types";

/** Whether a host means the very machine that asks, so that nobody else can open it. */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/** Where others can open what is open here. At the server's own machine the page's address is no use to them: then the server knows. */
class WayIn {
  #door = $state<Door | null>(null);
  #chosen = $state("");
  readonly isHere = isThisMachine(location.hostname);

  /** The addresses that others can open, the likeliest first; null while that is not known. */
  readonly addresses = $derived(this.isHere ? (this.#door?.addresses ?? null) : [location.origin]);
  /** Where they could be let in. */
  readonly candidates = $derived(this.#door?.candidates ?? []);
  readonly mayOpen = $derived(this.#door?.may_open ?? false);
  /** The one to invite by: the one chosen, else the first. */
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
