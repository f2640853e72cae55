export interface Announcement {
  id: number;
  text: string;
}

const KEPT_MS = 10_000; // long enough for a slow voice, short enough not to be found by reading on

/** Says things to screen readers: one place, so that nothing is said twice. Sentences queue up; a later one silences none before it. */
class Announcer {
  polite: Announcement[] = $state.raw([]);
  urgent: Announcement[] = $state.raw([]);
  private last = 0;
  private forgotten = 0; // up to this one

  say(text: string): void {
    this.add("polite", text);
  }

  interrupt(text: string): void {
    this.add("urgent", text);
  }

  /** Takes back what has been said: somebody else listens now. */
  hush(): void {
    this.forgotten = this.last;
    this.polite = this.urgent = [];
  }

  private add(region: "polite" | "urgent", text: string): void {
    const said = { id: ++this.last, text };
    // not in the same breath: whoever speaks while the page reacts to something must not react to having spoken
    queueMicrotask(() => {
      if (said.id > this.forgotten) this[region] = [...this[region], said];
    });
    setTimeout(() => (this[region] = this[region].filter((one) => one !== said)), KEPT_MS);
  }
}

export const announcer = new Announcer();
