import { expect, type Response } from "@playwright/test";
import type { ShopPage } from "./shop.ts";

const isAnySeen = (parts: Element[]) => parts.some((part) => part.getBoundingClientRect().top < window.innerHeight);

/** Opens pages, and waits until each shows all it has to show. */
export class CompletePages {
  readonly #shop: ShopPage;
  readonly #pending = new Set<unknown>();

  constructor(shop: ShopPage) {
    this.#shop = shop;
    shop.page.on("request", (request) => ["fetch", "xhr", "script"].includes(request.resourceType()) && this.#pending.add(request));
    // Live updates never end.
    shop.page.on("response", (response) => {
      if (response.headers()["content-type"]?.startsWith("text/event-stream")) this.#pending.delete(response.request());
    });
    shop.page.on("requestfinished", (request) => this.#pending.delete(request));
    shop.page.on("requestfailed", (request) => this.#pending.delete(request));
  }

  async open(address: string): Promise<Response | null> {
    // A page whose address only differs after the # would not be loaded again.
    if (address.includes("#")) await this.#shop.page.goto("about:blank");
    this.#pending.clear();
    const answer = await this.#shop.open(address);
    await this.untilComplete(address);
    return answer;
  }

  /** @param place names it if it never is */
  async untilComplete(place: string): Promise<void> {
    // What is further down may not load until someone scrolls there.
    const isComplete = async () => {
      await this.#shop.painted();
      const busy = this.#shop.page.locator("main [aria-busy=true]");
      return this.#pending.size === 0 && !(await busy.evaluateAll(isAnySeen));
    };
    await expect.poll(isComplete, { message: `${place} is complete`, intervals: [50] }).toBe(true);
  }
}
