import { expect } from "@playwright/test";
import { pathIn, type Language } from "#words/language.ts";
import type { Filled } from "./filled-shop.ts";
import { textsInOther, textsOn } from "./page-words.ts";
import type { ShopPage } from "./shop.ts";

const isAnySeen = (parts: Element[]) => parts.some((part) => part.getBoundingClientRect().top < window.innerHeight);

/** An address without the names in it, which differ between languages. */
const bare = (address: string) => address.replaceAll(/[^/]+-(?=[0-9a-f]{32}\b)/g, "");

/** Opens pages, and notes what they say in the other language, what is too wide in Spanish, and which page leads elsewhere. */
export class Walk {
  /** What is wrong, by language and page. */
  readonly found: Record<string, string[]> = {};
  readonly #shop: ShopPage;
  readonly #filled: Filled;
  readonly #pending = new Set<unknown>();

  constructor(shop: ShopPage, filled: Filled) {
    this.#shop = shop;
    this.#filled = filled;
    shop.page.on("request", (request) => ["fetch", "xhr"].includes(request.resourceType()) && this.#pending.add(request));
    // Live updates never end.
    shop.page.on("response", (response) => {
      if (response.headers()["content-type"]?.startsWith("text/event-stream")) this.#pending.delete(response.request());
    });
    shop.page.on("requestfinished", (request) => this.#pending.delete(request));
    shop.page.on("requestfailed", (request) => this.#pending.delete(request));
  }

  /** Opens a page and reads it. */
  async open(spoken: Language, address: string): Promise<void> {
    const { page } = this.#shop;
    // A page whose address only differs after the # would not be loaded again.
    if (address.includes("#")) await page.goto("about:blank");
    this.#pending.clear();
    await this.#shop.open(pathIn(spoken, address));
    await this.read(spoken, address);
    if (spoken === "es") await this.#fit(address);
    const { pathname, search, hash } = new URL(page.url());
    if (bare(pathname + search + hash) !== bare(pathIn(spoken, address))) this.#note(spoken, address, [`It leads to ${page.url()}`]);
  }

  async read(spoken: Language, place: string): Promise<void> {
    const { page } = this.#shop;
    // What is further down may not load until someone scrolls there.
    const isComplete = async () => {
      await this.#shop.painted();
      const busy = page.locator("main [aria-busy=true]");
      return this.#pending.size === 0 && !(await busy.evaluateAll(isAnySeen));
    };
    await expect.poll(isComplete, { message: `${spoken} ${place} is complete`, intervals: [50] }).toBe(true);
    const texts = textsInOther(spoken, await textsOn(page), this.#filled.typed);
    this.#note(spoken, place, texts);
  }

  /** Spanish words are longer: each page fits the narrowest screen. */
  async #fit(address: string): Promise<void> {
    const { page } = this.#shop;
    const screen = page.viewportSize()!; // a page of a test has a size
    await page.setViewportSize({ ...screen, width: 320 });
    await this.#shop.assertFits().catch((error: Error) => this.#note("es", address, [error.message]));
    await page.setViewportSize(screen);
  }

  #note(spoken: Language, place: string, texts: string[]): void {
    if (texts.length > 0) (this.found[`${spoken} ${place}`] ??= []).push(...texts);
  }
}
