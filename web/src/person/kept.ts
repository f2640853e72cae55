import { api } from "../api/http";
import { person } from "../shell/person.svelte";

const OURS = /^ludothek\.(?!house$|here$|contributions$)/; // what belongs to this device stays here
let sent = "";

/** What the pages keep in this browser, by its name: settings, what one has learned. */
function keptHere(): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(localStorage).filter(([name]) => OURS.test(name))) as Record<string, string>;
  } catch {
    return {};
  }
}

/** The next device of whoever is known on several begins with what this one has. */
export async function share(): Promise<void> {
  const kept = keptHere();
  const now = JSON.stringify(kept);
  if (!person.me?.known || now === sent) return;
  sent = now;
  await api.keep(kept).catch(() => (sent = ""));
}

/** This device begins with what another one has; the pages read it when they are loaded anew. */
export function takeOver(kept: Record<string, string>): void {
  for (const [name, value] of Object.entries(kept)) {
    if (!OURS.test(name)) continue;
    try {
      localStorage.setItem(name, value);
    } catch {
      return; // forbidden or full: then this device has settings of its own
    }
  }
}

/** Now and then: whenever the page is left. */
export function shareWhenLeft(): void {
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && void share());
}
