/** Shows the notifications that the shop sends, and opens their pages (`src/features/push/`). */
export function showNotifications(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener("push", (event) => {
    const { title, ...about } = read(event.data);
    event.waitUntil(worker.registration.showNotification(title, { ...about, icon: "/icon-192.png", badge: "/icon-192.png" }));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    const { path } = event.notification.data as { path: string }; // set by `read`
    event.waitUntil(open(worker, new URL(path, worker.location.origin)));
  });
}

/** Ends the notifications, since another person may use this browser now. */
export async function endNotifications({ registration }: ServiceWorkerGlobalScope): Promise<void> {
  for (const notification of await registration.getNotifications()) notification.close();
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

interface Message {
  title?: string;
  body?: string;
  path?: string;
  tag?: string;
}

/** A browser must show something for every message, whatever it is. */
function read(data: { json: () => Message } | null): { title: string; body: string; tag: string; data: { path: string } } {
  let message: Message = {};
  try {
    message = data?.json() ?? {};
  } catch {
    // Not the shop's.
  }
  const { title = "Your order", body = "See what's new.", path = "/dashboard/myorders", tag = "order" } = message;
  return { title, body, tag, data: { path } };
}

async function open({ clients, location }: ServiceWorkerGlobalScope, url: URL): Promise<void> {
  if (url.origin !== location.origin) return;
  const tabs = await clients.matchAll({ type: "window" });
  const shown = tabs.find((tab) => new URL(tab.url).pathname === url.pathname);
  if (shown) await shown.focus();
  else await clients.openWindow(url.href);
}
