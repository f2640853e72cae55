import type { EventKind } from "../api/types";
import { sound } from "../shell/sound";
import { toasts } from "../shell/toasts.svelte";
import { texts } from "../texts";
import type { Sitting } from "./sitting.svelte";

const NOTED: EventKind[] = ["chat", "rematch", "join", "leave", "bot", "back", "away", "here"];

/** Notify a player of what others do besides playing: a toast, and a tone for chat messages. */
export function notice(sitting: Sitting, isReadingChat: () => boolean): void {
  let known: number | null = null;
  let here: boolean[] | null = null;

  $effect(() => {
    const frame = sitting.frame;
    if (!frame || sitting.isCurtained || frame.version === known) return;
    const since = known;
    known = frame.version;
    if (since === null) return; // the first frame: the log shows the history
    for (const { version, kind, seat, lines } of frame.events) {
      const isOthers = typeof seat !== "number" || !sitting.mine.includes(seat);
      if (version <= since || !isOthers || !NOTED.includes(kind) || (kind === "chat" && isReadingChat())) continue;
      const who = kind === "chat" && typeof seat === "number" ? `${frame.seats[seat]?.name}: ` : "";
      toasts.note(who + lines.join(" ")); // the narrator reads it out
      if (kind === "chat") sound.said();
    }
  });

  $effect(() => {
    const now = sitting.live.here?.seats;
    const seats = sitting.frame?.seats;
    if (!now || !seats || sitting.live.connection !== "open") return;
    const before = here;
    here = now;
    if (!before || sitting.frame?.phase === "over") return;
    const t = texts().here;
    for (const { seat, name, kind } of seats) {
      if (kind !== "person" || sitting.mine.includes(seat) || before[seat] === now[seat] || before[seat] === undefined) continue;
      toasts.show(now[seat] ? t.cameBack(name) : t.wentAway(name));
    }
  });
}
