import type { Browser } from "@playwright/test";
import { untilHydrated } from "../../tests/e2e/until-hydrated.ts";
import { percentiles } from "./percentiles.ts";

const CLICKS = 24;
/** Between a hover and the click that follows, in ms. */
const AIM_MS = 250;

/** Milliseconds from a click on a product of the home page until its page is on the screen. */
export async function measureClicks(browser: Browser, origin: string, { hover }: { hover: boolean }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  const times: number[] = [];
  await page.goto(origin);
  await untilHydrated(page);
  const links = page.locator("article h3 a");
  for (let n = 0; n < CLICKS; n++) {
    const link = links.nth(n % 12);
    await link.scrollIntoViewIfNeeded();
    if (hover) {
      await link.hover({ force: true });
      await page.waitForTimeout(AIM_MS);
    }
    // Inside the page, so that only the page's own time counts.
    const took = await link.evaluate(
      (element: HTMLElement) =>
        new Promise<number>((resolve) => {
          const name = element.textContent;
          const begun = performance.now();
          const look = () =>
            document.querySelector("h1")?.textContent === name
              ? requestAnimationFrame(() => resolve(performance.now() - begun))
              : requestAnimationFrame(look);
          element.click();
          look();
        }),
    );
    times.push(took);
    // Another product each time: what was loaded once is in the browser's caches.
    await page.mouse.move(0, 0);
    await page.goBack();
    await page.waitForSelector("article h3 a");
  }
  await page.close();
  return percentiles(times.slice(1));
}
