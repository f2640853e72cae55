import { Refused } from "../api/http";

/**
 * Whether push notifications work here: they need https or localhost; on an iPhone, the app on the home
 * screen.
 */
export const canBeCalled = isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** Subscribe to push notifications of this server, after asking the person. */
export async function subscribed(key: string): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  if ((await Notification.requestPermission()) !== "granted") throw new Refused("not_allowed", "");
  const registration = await navigator.serviceWorker.ready;
  const before = await registration.pushManager.getSubscription();
  await before?.unsubscribe(); // it may belong to another server or person
  const made = (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  return { endpoint: made.endpoint ?? "", p256dh: made.keys?.p256dh ?? "", auth: made.keys?.auth ?? "" };
}
