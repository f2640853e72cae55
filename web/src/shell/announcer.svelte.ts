export interface Announcement {
  id: number;
  text: string;
}

const KEPT_MS = 10_000; // long enough for a slow voice, short enough not to be found while browsing the page

/**
 * The live region for screen readers: a single one, so that nothing is announced twice. Sentences are queued;
 * a later one does not interrupt earlier ones.
 */
class Announcer {
  polite: Announcement[] = $state.raw([]);
  urgent: Announcement[] = $state.raw([]);
  private last = 0;
  private forgotten = 0; // the id of the last sentence that was cleared

  say(text: string): void {
    this.add("polite", text);
  }

  interrupt(text: string): void {
    this.add("urgent", text);
  }

  /** Clear all sentences: another player uses the device now. */
  hush(): void {
    this.forgotten = this.last;
    this.polite = this.urgent = [];
  }

  private add(region: "polite" | "urgent", text: string): void {
    const said = { id: ++this.last, text };
    // in a microtask, so that an effect that announces something does not depend on the announcement
    queueMicrotask(() => {
      if (said.id > this.forgotten) this[region] = [...this[region], said];
    });
    setTimeout(() => (this[region] = this[region].filter((one) => one !== said)), KEPT_MS);
  }
}

export const announcer = new Announcer();
