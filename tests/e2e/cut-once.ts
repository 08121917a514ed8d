import type { Page } from "@playwright/test";
import type { Endpoint } from "#shared/endpoint.ts";

/** Where the connection is cut: before the shop has the request, or before the browser has the response. */
export const CUTS = ["before", "after"] as const;

/** Cuts the connection of a call once. @returns the requests' keys */
export async function cutOnce(page: Page, { path }: Endpoint, when: (typeof CUTS)[number]): Promise<string[]> {
  const sent: string[] = [];
  await page.route(`**${path}`, async (route) => {
    sent.push(route.request().headers()["idempotency-key"] ?? "");
    if (sent.length > 1) return route.continue();
    if (when === "after") await route.fetch();
    return route.abort();
  });
  return sent;
}
