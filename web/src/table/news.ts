import type { TableEvent, TableFrame } from "../api/types";

/** What a frame tells that is new. To whoever comes it tells the whole log; of that it is the last move, with what chance did after it. */
export function newsOf({ since, events }: TableFrame): TableEvent[] {
  if (since > 0) return events;
  return events.slice(
    Math.max(
      0,
      events.findLastIndex(({ kind, seat }) => kind === "move" && seat !== "chance"),
    ),
  );
}
