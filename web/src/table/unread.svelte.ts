import type { TableEvent } from "../api/types";

export type SideTab = "people" | "log" | "chat";

/** What others have said since the page was opened and nobody here has looked at. */
export class Unread {
  private read: number | null = $state(null);
  private readonly said: () => TableEvent[];

  constructor(events: () => TableEvent[]) {
    this.said = () => events().filter((event) => event.kind === "chat");
  }

  count: number = $derived.by(() => (this.read === null ? 0 : this.said().filter(({ version }) => version > this.read!).length));

  /** Keeps it up to date; what was said before is old. To be called once, in a component. */
  follow(isLooking: () => boolean, isHere: () => boolean): void {
    $effect(() => {
      if (isHere() && (this.read === null || isLooking())) this.read = this.said().at(-1)?.version ?? 0;
    });
  }
}
