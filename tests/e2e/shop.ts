import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page, type Response, type WorkerFixture } from "@playwright/test";
import { home, listing, listSubCategories, type HomeRow, type Product } from "#features/catalogue/contract.ts";
import { liveUpdates } from "#features/live/contract.ts";
import type { Endpoint, InputOf, ReplyOf } from "#shared/endpoint.ts";
import { formatCents } from "#shared/money.ts";
import { listCents, paidCents } from "#features/catalogue/rules.ts";
import { splitLanguage } from "#words/language.ts";
import { LONG } from "../support/rounds.ts";
import { untilHydrated } from "./until-hydrated.ts";
import { openOwnShop, type OwnShop } from "./own-shop.ts";

export { expect };

/** A phone below the 768 px breakpoint (LAY-7), and a wide screen. */
export const PHONE = { width: 390, height: 844 };
export const WIDE = { width: 1440, height: 1000 };

/** Widths of screens that pages must fit, without a campaign only the narrowest of each layout. */
export const WIDTHS = LONG ? [320, PHONE.width, 768, WIDE.width] : [320, 768];
/** Themes in which pages must be readable, without a campaign only the dark one: most other tests see the light one. */
export const THEMES = LONG ? (["light", "dark"] as const) : (["dark"] as const);

interface Fixtures {
  shop: ShopPage;
  /** Console errors a test expects, such as the browser's message for a 404. If set, errors in the shop's log are allowed, too. */
  expectedErrors: RegExp[];
}

/** A fixture that starts a shop. Playwright tells fixtures apart by their functions, so each call means another shop. */
const newShop = (): [WorkerFixture<OwnShop, object>, { scope: "worker"; timeout: number }] => [
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
  async ({}, use) => {
    const opened = await openOwnShop();
    await use(opened);
    await opened.close();
  },
  { scope: "worker", timeout: 90_000 },
];

/** `test` with a page of the worker's shop. Unexpected console errors fail the test. */
export const test = base.extend<Fixtures, { ownShop: OwnShop }>({
  viewport: WIDE,
  ownShop: newShop(),
  baseURL: ({ ownShop }, use) => use(ownShop.url),
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    await use(page);
    // A request that a handler still fetches must not fail the next test.
    if (!page.isClosed()) await page.unrouteAll({ behavior: "ignoreErrors" });
    const expected = expectedErrors.length > 0 ? [...expectedErrors, /^Could not load /] : [];
    expect(errors.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
  },
  shop: async ({ page, ownShop }, use) => use(new ShopPage(page, ownShop)),
});

/** For tests of races and faults, in a group or a file: what goes wrong once in ten is a defect. They have time for a busy machine. */
export const neverRetried = () => base.describe.configure({ retries: 0, timeout: 180_000 });

/** Makes a `test` for the file that calls it, in a shop that no other file uses. */
export const testInNewShop = () => test.extend({ ownShop: newShop() });

/** A page of the shop, with helpers that read like a script. */
export class ShopPage {
  readonly page: Page;
  readonly own: OwnShop;

  constructor(page: Page, own: OwnShop) {
    this.page = page;
    this.own = own;
  }

  /** Opens a URL and waits for hydration. */
  async open(address: string): Promise<Response | null> {
    const answer = await this.page.goto(address);
    await this.isAlive();
    return answer;
  }

  /** Waits for hydration. */
  async isAlive(): Promise<void> {
    await untilHydrated(this.page);
  }

  /** Makes an API call anonymously, or with a token. */
  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string): Promise<ReplyOf<E>> {
    const response = await this.page.request.fetch(endpoint.path, {
      method: endpoint.method,
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
      ...(endpoint.method === "GET" ? { params: (input ?? {}) as Record<string, string> } : { data: input ?? {} }),
    });
    if (!response.ok()) throw new Error(`${endpoint.path}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as ReplyOf<E>; // shaped by the contract
  }

  async rows(): Promise<HomeRow[]> {
    return (await this.call(home, {})).data;
  }

  /** A shelf with more products than one page of a listing. */
  async longShelf() {
    for (const { category, subCategory } of await this.rows()) {
      const { totalCount } = await this.call(listing, { categoryId: category._id, subCategoryId: subCategory._id });
      if (totalCount > 8) return { category, subCategory, totalCount };
    }
    throw new Error("No shelf is long enough.");
  }

  /** The first suitable product on the home page. */
  async product(wanted: (product: Product) => boolean = ({ stock }) => stock > 5): Promise<Product> {
    const found = (await this.rows()).flatMap(({ products }) => products).find(wanted);
    if (!found) throw new Error("No such product.");
    return found;
  }

  /** The first suitable product on any shelf. The home page has no sold-out products. */
  async productAnywhere(wanted: (product: Product) => boolean): Promise<Product> {
    for (const { _id, category } of (await this.call(listSubCategories, undefined)).data) {
      for (const { _id: categoryId } of category) {
        const { data } = await this.call(listing, { categoryId, subCategoryId: _id, limit: 50 });
        const found = data.find(wanted);
        if (found) return found;
      }
    }
    throw new Error("No such product.");
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole("heading", { name, level: 1 });
  }

  /** A product's card in any list. */
  card(name: string): Locator {
    return this.page
      .getByRole("main")
      .getByRole("article")
      .filter({ has: this.page.getByRole("link", { name, exact: true }) })
      .first();
  }

  get cards(): Locator {
    return this.page.getByRole("main").getByRole("article");
  }

  /** Scrolls to a fraction of the page height, not counting placeholders for cards still to load. */
  async scrollTo(share: number): Promise<void> {
    await this.page.evaluate((to) => {
      const list = document.getElementById("products");
      const last = list?.querySelector("li:has(+ li[aria-hidden])");
      const places = list && last ? list.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom : 0;
      window.scrollTo(0, to * (document.documentElement.scrollHeight - places) - window.innerHeight);
    }, share);
  }

  /** Scrolls an endless list down until it has this many cards. */
  async scrollUntil(count: number): Promise<void> {
    const scrolled = async () => {
      await this.scrollTo(1);
      return this.cards.count();
    };
    await expect.poll(scrolled).toBe(count);
  }

  /** Waits until the page has shown everything it knows so far. */
  async painted(): Promise<void> {
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  /**
   * Checks WCAG 2.2 AA as far as it can be automated.
   * @param covered a selector of what lies behind an open list, whose parts may be too small a target meanwhile
   */
  assertAccessible({ covered }: { covered?: string } = {}): Promise<void> {
    return this.assertAxe((axe) => {
      const all = axe.withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]);
      return covered === undefined ? all : all.exclude(covered);
    });
  }

  /** Checks the chosen rules of axe. Only the first of the home page's rows are checked, since all are alike. */
  async assertAxe(choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
    await this.page.locator("main > section:nth-of-type(n + 4)").evaluateAll((rows) => rows.forEach((row) => row.remove()));
    await this.page.evaluate(() => {
      // During a fade, colors match neither state.
      const still = new CSSStyleSheet();
      still.replaceSync("* { animation: none !important; transition: none !important }");
      document.adoptedStyleSheets.push(still);
    });
    // The legacy mode is faster. It leaves out frames of other origins, which the shop does not have.
    // What passes need not be described.
    const axe = new AxeBuilder({ page: this.page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const { violations } = await choose(axe).analyze();
    await this.page.evaluate(() => void document.adoptedStyleSheets.pop());
    expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
  }

  /** Checks that the page does not overflow horizontally. */
  async assertFits(): Promise<void> {
    const tooWide = () =>
      this.page.evaluate(() => {
        const { clientWidth, scrollWidth } = document.documentElement;
        if (scrollWidth <= clientWidth) return [];
        const all = [...document.querySelectorAll("body *")].filter((element) => element.getBoundingClientRect().right > clientWidth);
        return [`${scrollWidth} px in ${clientWidth} px`, ...all.map((element) => `${element.tagName} ${element.className}`)];
      });
    // A table measures its position a moment after the window is resized.
    await expect.poll(tooWide).toEqual([]);
  }

  /** Checks that the page prints on A4 with margins of 10 mm: it fits the width, uses it, and leaves out what only screens need. */
  async assertPrintsOnA4(content: Locator): Promise<void> {
    const screen = this.page.viewportSize()!; // a page of a test has a size
    const width = 718;
    await this.page.emulateMedia({ media: "print" });
    await this.page.setViewportSize({ width, height: 1046 });
    await this.assertFits();
    const { x, width: printed } = (await content.boundingBox())!; // it is visible
    expect(x).toBeLessThan(width / 10);
    expect(printed).toBeGreaterThan((width * 8) / 10);
    await expect(this.page.getByRole("banner")).toBeHidden();
    await expect(this.page.getByRole("button", { name: "Print" })).toBeHidden();
    await this.page.emulateMedia({ media: "screen" });
    await this.page.setViewportSize(screen);
  }

  /** The sum of unexpected layout shifts since the page was opened. */
  async layoutShift(): Promise<number> {
    return this.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
            resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve(0), 300);
        }),
    );
  }
}

/** Whether a button is filled with green, as STAT-7 wants it for a success. */
export async function isGreen(button: Locator): Promise<boolean> {
  const color = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [red = 0, green = 0, blue = 0] = color.match(/[\d.]+/g)!.map(Number);
  return green > red && green > blue;
}

/** Delays the responses of a call until released. */
export async function holdAnswers(page: Page, { path }: Endpoint): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      await held.promise;
      await route.continue().catch(() => {}); // the request may be gone by now
    },
  );
  return held.resolve;
}

/** Waits for the stream of live updates, the last thing a page loads. */
export function opensStream(page: Page) {
  return page.waitForResponse(
    (response) => splitLanguage(new URL(response.url()).pathname).address === liveUpdates.path && response.status() === 200,
  );
}

/** Delays the page's scripts until released. */
export async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** A product's displayed prices: to pay, and before the discount. */
export function pricesOf(product: Product): { paid: string; list: string } {
  return { paid: formatCents(paidCents(product)), list: formatCents(listCents(product)) };
}
