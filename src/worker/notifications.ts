import type { Language } from "../words/language.ts";
import { readMessage } from "./push-message.ts";

/**
 * Shows the notifications that the shop sends, and opens their pages (`src/features/push/`).
 * @param spoken the language of the pages that were seen last
 */
export function showNotifications(worker: ServiceWorkerGlobalScope, spoken: () => Promise<Language>): void {
  const show = async (sent: { json: () => unknown } | null) => {
    const { title, ...about } = readMessage(sent, await spoken());
    await worker.registration.showNotification(title, { ...about, icon: "/icon-192.png", badge: "/icon-192.png" });
  };
  worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { path } = event.notification.data as { path: string }; // set by `readMessage`
    event.waitUntil(open(worker, new URL(path, worker.location.origin)));
  });
}

/** Ends the notifications, since another person may use this browser now. */
export async function endNotifications({ registration }: ServiceWorkerGlobalScope): Promise<void> {
  for (const notification of await registration.getNotifications()) notification.close();
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

async function open({ clients, location }: ServiceWorkerGlobalScope, url: URL): Promise<void> {
  if (url.origin !== location.origin) return;
  const tabs = await clients.matchAll({ type: "window" });
  const shown = tabs.find((tab) => new URL(tab.url).pathname === url.pathname);
  if (shown) await shown.focus();
  else await clients.openWindow(url.href);
}
