import { Refused } from "../api/http";
import { texts } from "../texts";

/**
 * A request to the server as reactive state: loading, loaded or refused. A reload keeps the old value until
 * the new one arrives.
 */
export class Loaded<Value> {
  value: Value | null = $state.raw(null);
  refusal: Refused | null = $state.raw(null);
  private asked = 0;

  async load(ask: () => Promise<Value>): Promise<void> {
    const mine = ++this.asked;
    try {
      const value = await ask();
      if (mine !== this.asked) return;
      this.value = value;
      this.refusal = null;
    } catch (error) {
      if (mine === this.asked) this.refusal = error instanceof Refused ? error : new Refused("internal", "");
    }
  }

  /** The error as a sentence. */
  get trouble(): string | null {
    return this.refusal && sentenceOf(this.refusal);
  }
}

export function sentenceOf(error: unknown): string {
  if (!(error instanceof Refused)) return texts().trouble;
  return error.message || (error.code === "offline" ? texts().offline : texts().trouble);
}
