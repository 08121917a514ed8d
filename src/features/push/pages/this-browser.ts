import { call } from "#web/call.ts";
import { drop, recall, store } from "#web/offline/stored.ts";
import { endPush, pushKey, startPush } from "../contract.ts";
import { PUSH_ADDRESS } from "./push-address.ts";

/** Whether this browser gets notifications: `none` if it can't, or the shop or the person doesn't want it to. */
export type NotificationState = { kind: "none" } | { kind: "off"; key: string } | { kind: "on" };

const NONE = { kind: "none" } as const;

const subscriptionOf = async () => (await navigator.serviceWorker.ready).pushManager.getSubscription();

/** Asks the shop, and this browser. */
export async function readState(): Promise<NotificationState> {
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis)) return NONE;
  if (Notification.permission === "denied") return NONE;
  const { data } = await call(pushKey, undefined);
  if (!data.key) return NONE;
  const subscription = await subscriptionOf();
  if (!data.on || !subscription) return { kind: "off", key: data.key };
  if (!recall(PUSH_ADDRESS)) store(PUSH_ADDRESS, subscription.endpoint);
  return { kind: "on" };
}

/** Asks the person, and subscribes. @returns whether they allowed it */
export async function subscribe(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  // A subscription from an earlier login, or with an earlier key of the shop.
  await (await subscriptionOf())?.unsubscribe();
  await tell(await subscribeWith(key));
  return true;
}

const subscribeWith = async (applicationServerKey: string) =>
  (await navigator.serviceWorker.ready).pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });

/** Tells the shop where this browser gets its notifications. */
async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  await call(startPush, { endpoint, keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" } });
  store(PUSH_ADDRESS, endpoint);
}

/** Renews the subscription of someone who asked for notifications, in case the browser has changed or dropped its address. */
export async function keepSubscribed(): Promise<void> {
  const told = recall(PUSH_ADDRESS);
  if (!told || Notification.permission !== "granted") return;
  const present = await subscriptionOf();
  if (present?.endpoint === told.value) return;
  const { key } = (await call(pushKey, undefined)).data;
  if (key) await tell(present ?? (await subscribeWith(key)));
}

export async function unsubscribe(): Promise<void> {
  await call(endPush, undefined);
  drop(PUSH_ADDRESS);
  await (await subscriptionOf())?.unsubscribe();
}
