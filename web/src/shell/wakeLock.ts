/** Keeps the screen on, where the browser can, until the function that is returned is called. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  // The browser lets go of it whenever the page is hidden.
  const take = () => {
    if (document.visibilityState !== "visible") return;
    void navigator.wakeLock
      ?.request("screen")
      .then((taken) => (isOver ? void taken.release() : (lock = taken)))
      .catch(() => undefined); // as when the battery is low
  };
  take();
  document.addEventListener("visibilitychange", take);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
