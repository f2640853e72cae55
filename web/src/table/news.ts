import type { TableEvent, TableFrame } from "../api/types";

/**
 * The events of a frame that are new. The first frame has the whole log; of that only the last move counts,
 * with the random events after it.
 */
export function newsOf({ since, events }: TableFrame): TableEvent[] {
  if (since > 0) return events;
  return events.slice(
    Math.max(
      0,
      events.findLastIndex(({ kind, seat }) => kind === "move" && seat !== "chance"),
    ),
  );
}
