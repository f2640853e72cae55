import { api } from "../api/http";
import { person } from "../shell/person.svelte";

const OURS = /^ludothek\.(?!house$|here$|contributions$)/; // data of the device itself is excluded
let sent = "";

/** The synchronised localStorage entries, by name: settings, completed lessons. */
function keptHere(): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(localStorage).filter(([name]) => OURS.test(name))) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Upload the entries if the person uses several devices, as a start for the next device. */
export async function share(): Promise<void> {
  const kept = keptHere();
  const now = JSON.stringify(kept);
  if (!person.me?.known || now === sent) return;
  sent = now;
  await api.keep(kept).catch(() => (sent = ""));
}

/** Overwrite the entries with those of another device; the pages read them after a reload. */
export function takeOver(kept: Record<string, string>): void {
  for (const [name, value] of Object.entries(kept)) {
    if (!OURS.test(name)) continue;
    try {
      localStorage.setItem(name, value);
    } catch {
      return; // storage is forbidden or full: this device keeps its own settings
    }
  }
}

/** Upload whenever the page is left. */
export function shareWhenLeft(): void {
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && void share());
}
