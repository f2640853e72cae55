import { opensHere } from "../api/house";
import { api } from "../api/http";
import { reach } from "../api/reach.svelte";
import type { Me } from "../api/types";
import { texts } from "../texts";
import { settings } from "./settings.svelte";
import { toasts } from "./toasts.svelte";

/** The current person: a signed, http-only cookie, and a name. */
class Person {
  me: Me | null = $state(null);
  private asked: Promise<Me> | null = null;
  private house = ""; // the backend asked; a change, or a reconnection, asks again

  get name(): string {
    return this.me?.name ?? "";
  }

  /** Make sure that the server knows this person, which opening and joining tables requires. */
  known(): Promise<Me> {
    const house = `${opensHere()} ${reach.returns}`;
    if (house !== this.house) [this.asked, this.house] = [null, house];
    this.asked ??= api.me().then(
      (me) => {
        if (me.signed_out) toasts.show(texts().devices.wasSignedOut);
        return (this.me = opensHere() && !me.name ? { ...me, name: this.name } : me);
      },
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

  /** The cookie was lost or is no longer accepted: request a new one. */
  forget(): void {
    this.asked = null;
  }
}

export const person = new Person();
