import { at, isSite } from "./place";

const PATIENCE_MS = 5_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;
const NOBODY = [502, 503, 504]; // a proxy whose upstream is down

/** Whether the server of these pages is reachable. While it is not, tables are played on this device. */
class Reach {
  isLost = $state(false);
  /** Counts reconnections: components that show data from the server subscribe to it and reload. */
  returns = $state(0);
  /** Whether this page has used tables on this device. */
  usesDevice = $state(false);
  private line = new AbortController();
  private looksOut = false;

  constructor() {
    if (!isSite) addEventListener("online", () => void (this.isLost && this.look()));
  }

  /** Fetch from the server, and note when it does not answer or times out. */
  async fetch(path: string, init?: RequestInit): Promise<Response> {
    const slow = setTimeout(() => void this.look(), PATIENCE_MS);
    try {
      const answer = await fetch(at(path), { ...init, signal: this.line.signal });
      if (NOBODY.includes(answer.status)) throw new Error(`${answer.status}`);
      return answer;
    } catch (error) {
      this.lose();
      throw error;
    } finally {
      clearTimeout(slow);
    }
  }

  /** Check now whether the server is reachable. */
  async look(): Promise<boolean> {
    try {
      const { status } = await fetch(at("/health"), { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
      if (NOBODY.includes(status)) throw new Error(`${status}`);
    } catch {
      this.lose();
      return false;
    }
    if (this.isLost) this.returns++;
    this.isLost = false;
    return true;
  }

  private lose(): void {
    this.line.abort(); // abort all pending requests
    this.line = new AbortController();
    this.isLost = true;
    if (!this.looksOut) void this.lookOut();
  }

  private async lookOut(): Promise<void> {
    this.looksOut = true;
    for (let pause = FIRST_PAUSE_MS; this.isLost; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.isLost) await this.look();
    }
    this.looksOut = false;
  }
}

export const reach = new Reach();
