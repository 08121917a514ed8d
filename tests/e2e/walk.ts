import type { Page } from "@playwright/test";
import { pathIn, type Language } from "#words/language.ts";
import { CompletePages } from "./complete-pages.ts";
import type { Filled } from "./filled-shop.ts";
import { textsInOther, textsOn } from "./page-words.ts";
import { PHONE, type ShopPage } from "./shop.ts";

/** An address without the names in it, which differ between languages. */
const bare = (address: string) => address.replaceAll(/[^/]+-(?=[0-9a-f]{32}\b)/g, "");

/** The placeholders that are wider than their fields, except texts of the shop in a language of their own. */
const cutHints = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const canvas = document.createElement("canvas").getContext("2d")!; // every browser draws in 2D
    const isCut = (field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      canvas.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return canvas.measureText(field.placeholder).width > Math.ceil(room);
    };
    const fields = [...document.querySelectorAll<HTMLInputElement>("input:placeholder-shown:not([lang])")];
    return fields.filter((field) => field.checkVisibility() && isCut(field)).map(({ placeholder }) => `Cut: ${placeholder}`);
  });

/** Opens pages, and notes what they say in the other language, what is too wide in Spanish, and which page leads elsewhere. */
export class Walk {
  /** What is wrong, by language and page. */
  readonly found: Record<string, string[]> = {};
  readonly #shop: ShopPage;
  readonly #filled: Filled;
  readonly #pages: CompletePages;

  constructor(shop: ShopPage, filled: Filled) {
    this.#shop = shop;
    this.#filled = filled;
    this.#pages = new CompletePages(shop);
  }

  /** Opens a page and reads it. */
  async open(spoken: Language, address: string): Promise<void> {
    const { page } = this.#shop;
    await this.#pages.open(pathIn(spoken, address));
    await this.#readTexts(spoken, address);
    if (spoken === "es") await this.#fit(address);
    const { pathname, search, hash } = new URL(page.url());
    if (bare(pathname + search + hash) !== bare(pathIn(spoken, address))) this.#note(spoken, address, [`It leads to ${page.url()}`]);
  }

  async read(spoken: Language, place: string): Promise<void> {
    await this.#pages.untilComplete(`${spoken} ${place}`);
    await this.#readTexts(spoken, place);
  }

  async #readTexts(spoken: Language, place: string): Promise<void> {
    this.#note(spoken, place, textsInOther(spoken, await textsOn(this.#shop.page), this.#filled.typed));
  }

  /** Spanish words are longer: each page fits the narrowest screen, and no hint in a field is cut on a phone. */
  async #fit(address: string): Promise<void> {
    const { page } = this.#shop;
    const screen = page.viewportSize()!; // a page of a test has a size
    await page.setViewportSize({ ...screen, width: 320 });
    await this.#shop.assertFits().catch((error: Error) => this.#note("es", address, [error.message]));
    await page.setViewportSize({ ...screen, width: PHONE.width });
    this.#note("es", address, await cutHints(page));
    await page.setViewportSize(screen);
  }

  #note(spoken: Language, place: string, texts: string[]): void {
    if (texts.length > 0) (this.found[`${spoken} ${place}`] ??= []).push(...texts);
  }
}
