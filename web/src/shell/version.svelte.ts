import { settled } from "../api/house";
import { root } from "../api/place";

const AFTER_MS = 2_000; // whoever opens a table at once needs the line more

/** A new version of the pages is fetched whole, and then waits until somebody wants it. */
class Version {
  isWaiting = $state(false);
  private waiting: ServiceWorker | null = null;

  watch(): void {
    if ("serviceWorker" in navigator) addEventListener("load", () => void this.register().catch(() => undefined));
  }

  private async register(): Promise<void> {
    await new Promise((settle) => setTimeout(settle, AFTER_MS));
    await settled();
    this.follow(await navigator.serviceWorker.register(`${root}sw.js`));
  }

  /** Load it now. */
  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.waiting?.postMessage("take over");
  }

  private follow(registration: ServiceWorkerRegistration): void {
    const offer = () => {
      if (!registration.waiting || !navigator.serviceWorker.controller) return; // the first one has nobody to wait for
      this.waiting = registration.waiting;
      this.isWaiting = true;
    };
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  }
}

export const version = new Version();
