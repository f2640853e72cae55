import { announcer } from "../shell/announcer.svelte";
import { sound } from "../shell/sound";
import { hasWon } from "./ending.svelte";
import type { Sitting } from "./sitting.svelte";

const MOST = 6; // sentences read out at once; the log has all of them

/** Announce the events of a table to screen readers, then the question. */
export function narrate(sitting: Sitting): void {
  let told = 0;
  let question = "";
  let asked = false;
  let over = false;

  $effect(() => {
    const frame = sitting.frame;
    if (!frame || sitting.isCurtained || frame.version === told) return;
    const isFirst = told === 0;
    const events = isFirst ? [] : frame.events.filter((event) => event.version > told);
    told = frame.version;

    const lines = events.flatMap((event) => event.lines).slice(-MOST);
    const isAsked = frame.prompt !== null && frame.chosen === null;
    const asks = (isAsked ? frame.prompt : null) ?? frame.status;
    // Do not repeat an unchanged question while other seats act.
    const isMine = events.some((event) => typeof event.seat === "number" && sitting.mine.includes(event.seat));
    announcer.say([...lines, ...(asks === question && lines.length && !isMine ? [] : [asks])].join(" "));
    question = asks;

    if (isAsked && !asked && !isFirst) sound.yourTurn();
    if (frame.phase === "over" && !over && !isFirst) {
      if (hasWon(frame, sitting.mine)) sound.won();
      else sound.over();
    }
    asked = isAsked;
    over = frame.phase === "over";
  });
}
