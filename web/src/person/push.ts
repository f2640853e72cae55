import { Refused } from "../api/http";

/** Whether this browser can be called when no page is open: it needs https, or this machine; on an iPhone, the app on the home screen. */
export const canBeCalled = isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The browser's subscription to calls of this server, after asking the person. */
export async function subscribed(key: string): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  if ((await Notification.requestPermission()) !== "granted") throw new Refused("not_allowed", "");
  const registration = await navigator.serviceWorker.ready;
  const before = await registration.pushManager.getSubscription();
  await before?.unsubscribe(); // one of another server, or of another person, would not do
  const made = (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  return { endpoint: made.endpoint ?? "", p256dh: made.keys?.p256dh ?? "", auth: made.keys?.auth ?? "" };
}
