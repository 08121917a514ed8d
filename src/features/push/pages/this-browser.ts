import { call } from "#web/call.ts";
import { endPush, pushKey, startPush } from "../contract.ts";

/** Whether this browser gets notifications: `none` if it can't, or the shop or the person doesn't want it to. */
export type NotificationState = { kind: "none" } | { kind: "off"; key: string } | { kind: "on" };

const NONE = { kind: "none" } as const;

/** Asks the shop, and this browser. */
export async function readState(): Promise<NotificationState> {
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis)) return NONE;
  if (Notification.permission === "denied") return NONE;
  const { data } = await call(pushKey, undefined);
  if (!data.key) return NONE;
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  return data.on && subscription ? { kind: "on" } : { kind: "off", key: data.key };
}

/** Asks the person, and subscribes. @returns whether they allowed it */
export async function subscribe(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  // Of a former login, or with a former key of the shop.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  await call(startPush, { endpoint, keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" } });
  return true;
}

export async function unsubscribe(): Promise<void> {
  await call(endPush, undefined);
  await (await (await navigator.serviceWorker.ready).pushManager.getSubscription())?.unsubscribe();
}
