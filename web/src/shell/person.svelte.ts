import { api } from "../api/http";
import type { Me } from "../api/types";
import { settings } from "./settings.svelte";

/** Who sits before this screen: a signed cookie that only the server reads, and a name. */
class Person {
  me: Me | null = $state(null);
  private asked: Promise<Me> | null = null;

  get name(): string {
    return this.me?.name ?? "";
  }

  /** Makes sure that the server knows us; tables can be opened and joined only then. */
  known(): Promise<Me> {
    this.asked ??= api.me().then(
      (me) => (this.me = me),
      (refusal) => {
        this.asked = null;
        throw refusal;
      },
    );
    return this.asked;
  }

  async rename(name: string): Promise<void> {
    await this.known();
    if (name.trim() && name.trim() !== this.name) this.me = await api.rename(name.trim(), settings.language);
  }

  /** The cookie was lost or is no longer accepted: get a new one. */
  forget(): void {
    this.asked = null;
  }
}

export const person = new Person();
