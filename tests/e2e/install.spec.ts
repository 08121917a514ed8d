import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { pathIn } from "#words/language.ts";
import { findBrowser } from "../support/find-browser.ts";
import { LONG } from "../support/rounds.ts";
import { expect, test as base } from "./shop.ts";
import { untilHydrated } from "./until-hydrated.ts";

/** A browser with a profile, like a person's. The private windows of other tests can't install anything. */
const test = base.extend<{ person: BrowserContext }>({
  person: async ({ ownShop, playwright, launchOptions }, use) => {
    const profile = mkdtempSync(join(tmpdir(), "despensa-profile-"));
    const person = await playwright.chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL: ownShop.url,
      executablePath: findBrowser({ whole: true }) ?? "",
      serviceWorkers: "allow",
    });
    await use(person);
    await person.close();
    rmSync(profile, { recursive: true, force: true });
  },
});

const LANGUAGES = [
  ["en", "The good pantry, delivered", "You can read these pages"],
  ["es", "La buena despensa, con envío gratis", "Puedes ver estas páginas"],
] as const;

for (const [spoken, title, readable] of LONG ? LANGUAGES : LANGUAGES.slice(1)) {
  test(`the browser offers to install the shop in ${spoken}, and the installed app opens offline`, async ({ person, ownShop }) => {
    const page = await person.newPage();
    const browser = await person.newCDPSession(page);
    await page.goto(pathIn(spoken, "/"));
    await untilHydrated(page);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");

    const { url, errors, data } = await browser.send("Page.getAppManifest");
    expect([url, errors]).toEqual([ownShop.url + pathIn(spoken, "/manifest.webmanifest"), []]);
    const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
    expect(installabilityErrors).toEqual([]);
    const manifest = JSON.parse(data!) as { start_url: string; theme_color: string; screenshots: unknown[]; icons: { purpose: string }[] };
    expect(manifest.screenshots.length).toBeGreaterThan(2);
    expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
    for (const theme of ["light", "dark"] as const) {
      const color = page.locator(`meta[name=theme-color][media="(prefers-color-scheme: ${theme})"]`);
      await expect(color).toHaveAttribute("content", /^#[0-9a-f]{6}$/);
    }
    await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveCount(1);

    // The icon on the home screen leads to a page that opens offline; a page that was never seen is the shop's own, not the browser's.
    await expect.poll(() => page.evaluate(async (start) => Boolean(await caches.match(start)), manifest.start_url)).toBe(true);
    await person.setOffline(true);
    await page.goto(manifest.start_url);
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.getByRole("banner").getByRole("link", { name: /despensa/i })).toBeVisible();
    await page.goto(pathIn(spoken, "/terms"));
    await expect(page.getByRole("heading", { name: readable })).toBeVisible();
  });
}
