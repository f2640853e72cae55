/** Keep the screen on, if the browser supports it, until the returned function is called. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  // The browser releases the lock whenever the page is hidden.
  const take = () => {
    if (document.visibilityState !== "visible") return;
    void navigator.wakeLock
      ?.request("screen")
      .then((taken) => (isOver ? void taken.release() : (lock = taken)))
      .catch(() => undefined); // refused, as when the battery is low
  };
  take();
  document.addEventListener("visibilitychange", take);
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
