import { announcer } from "./announcer.svelte";

export interface Toast {
  id: number;
  text: string;
  tone: "plain" | "bad";
}

const SHOWN_MS = 5000;

/** Short notes at the edge of the screen that need no answer. */
class Toasts {
  list: Toast[] = $state([]);
  private last = 0;

  show(text: string, tone: Toast["tone"] = "plain"): void {
    this.note(text, tone);
    if (tone === "bad") announcer.interrupt(text);
    else announcer.say(text);
  }

  /** Visual only: the caller announces it to screen readers. */
  note(text: string, tone: Toast["tone"] = "plain"): void {
    const id = ++this.last;
    this.list = [...this.list.filter((toast) => toast.text !== text), { id, text, tone }];
    setTimeout(() => (this.list = this.list.filter((toast) => toast.id !== id)), SHOWN_MS);
  }

  clear(): void {
    this.list = [];
  }
}

export const toasts = new Toasts();
