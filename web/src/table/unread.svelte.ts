import type { TableEvent } from "../api/types";

export type SideTab = "people" | "log" | "chat";

/** Unread chat messages: those of other people since the page was opened. */
export class Unread {
  private read: number | null = $state(null);
  private readonly said: () => TableEvent[];

  constructor(events: () => TableEvent[]) {
    this.said = () => events().filter((event) => event.kind === "chat");
  }

  count: number = $derived.by(() => (this.read === null ? 0 : this.said().filter(({ version }) => version > this.read!).length));

  /** Update the count; earlier messages count as read. Call once in a component. */
  follow(isLooking: () => boolean, isHere: () => boolean): void {
    $effect(() => {
      if (isHere() && (this.read === null || isLooking())) this.read = this.said().at(-1)?.version ?? 0;
    });
  }
}
