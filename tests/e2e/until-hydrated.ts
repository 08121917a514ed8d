import type { Page } from "@playwright/test";

/** Waits until React has taken over the page and presses count. Not for network silence, which the live stream never lets come. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const parts = [...document.querySelectorAll("main, main > section")];
    const isHydrated = parts.length > 0 && parts.every((part) => Object.keys(part).some((key) => key.startsWith("__react")));
    // Goes with the first effects, after which presses count.
    return isHydrated && !document.querySelector("header [data-early]");
  });
}
