import { settled } from "../api/house";
import { root } from "../api/place";

const AFTER_MS = 2_000; // a table that is opened at once needs the bandwidth more

/** Updates of the pages: a new version is downloaded completely, then waits until the person applies it. */
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

  /** Apply the new version now. */
  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.waiting?.postMessage("take over");
  }

  private follow(registration: ServiceWorkerRegistration): void {
    const offer = () => {
      // the first installation replaces no version
      if (!registration.waiting || !navigator.serviceWorker.controller) return;
      this.waiting = registration.waiting;
      this.isWaiting = true;
    };
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  }
}

export const version = new Version();
