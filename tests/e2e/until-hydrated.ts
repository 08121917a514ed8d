import type { Page } from "@playwright/test";

/** Waits until React has taken over the page, so that presses count. The network is never idle: live updates are a stream. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const parts = [...document.querySelectorAll("main, main > section")];
    const isHydrated = parts.length > 0 && parts.every((part) => Object.keys(part).some((key) => key.startsWith("__react")));
    // Removed by the first effects, after which presses count.
    return isHydrated && !document.querySelector("header [data-early]");
  });
}

/** Waits for what loads late: what works offline, and the toasts. */
export async function untilComplete(page: Page): Promise<void> {
  for (const part of ["[data-notice]", ".toasts [aria-live]"])
    // oxlint-disable-next-line no-await-in-loop -- both are needed
    await page.locator(part).first().waitFor({ state: "attached" });
}
