import { devices, type Browser } from "@playwright/test";
import { untilHydrated } from "../../tests/e2e/until-hydrated.ts";
import { percentiles } from "./percentiles.ts";

const TAPS = 40;
const SLOWDOWN = 4;

/** Milliseconds from a tap on Add until the next paint, as Event Timing measures it (in steps of 8), on a slow processor. */
export async function measureTaps(browser: Browser, origin: string) {
  const context = await browser.newContext(devices["Pixel 7"]);
  const page = await context.newPage();
  await page.goto(origin);
  await untilHydrated(page);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === "click") durations.push(duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  const buttons = page.getByRole("button", { name: /^Add / });
  for (let n = 0; n < TAPS; n++) {
    await buttons.nth(0).scrollIntoViewIfNeeded();
    await buttons.nth(0).tap();
    await page.waitForTimeout(700);
  }
  const durations = await page.evaluate(() => (window as unknown as { durations: number[] }).durations);
  await context.close();
  // Taps that took less than a frame are not reported.
  return percentiles([...durations, ...Array.from({ length: Math.max(0, TAPS - durations.length) }, () => 8)]);
}
