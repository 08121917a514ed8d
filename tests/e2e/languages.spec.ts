import { addToCart } from "#features/cart/contract.ts";
import { paths } from "#web/paths.ts";
import { pathIn, type Language } from "#words/language.ts";
import { everyPage, fillShop, type Filled } from "./every-page.ts";
import { GOODS, textsInOther, textsOn } from "./page-words.ts";
import { expect, PHONE, testInNewShop, WIDE, type ShopPage } from "./shop.ts";
import { signedIn, useTokens } from "./shopper.ts";

/** A shop for this file only: other tests add products without Spanish texts. */
const test = testInNewShop();

test("choosing a language keeps page and query, and is remembered", async ({ shop, page }) => {
  await shop.open("/search?q=rice");
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "Español" }).click();
  await expect(page).toHaveURL("/es/search?q=rice");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  // Links stay in the language.
  await page
    .getByRole("banner")
    .getByRole("link", { name: /despensa/i })
    .click();
  await expect(page).toHaveURL("/es");
  // Someone who comes from another site gets the language they chose.
  await page.goto("about:blank");
  await page.goto("/cart");
  await expect(page).toHaveURL("/es/cart");
  await footer.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("choosing a language keeps the login and the cart", async ({ shop, page }) => {
  const shopper = await signedIn(shop);
  const product = await shop.product();
  await shop.call(addToCart, { productId: product._id }, shopper.token);
  for (const [from, link, quantity] of [
    ["/cart", "Español", "Cantidad de"],
    ["/es/cart", "English", "Quantity of"],
  ] as const) {
    await shop.open(from);
    await page.getByRole("contentinfo").getByRole("link", { name: link }).click();
    await expect(page.getByRole("main").getByRole("textbox", { name: new RegExp(`^${quantity} `) })).toHaveValue("1");
    await expect(page.getByRole("banner").getByRole("button", { name: /^(Account|Cuenta)/ })).toBeVisible();
  }
});

test.describe("with a browser in Spanish", () => {
  test.use({ locale: "es-PE" });

  test("Spanish is proposed once, and never forced", async ({ shop, page }) => {
    await page.setViewportSize(PHONE);
    await shop.open("/");
    const proposal = page.getByRole("complementary", { name: "¿Prefieres ver la tienda en español?" });
    await proposal.getByRole("button", { name: "Seguir en inglés" }).click();
    await expect(proposal).toBeHidden();
    await expect(page).toHaveURL("/");
    await page.evaluate(() => localStorage.removeItem("language"));
    await shop.open("/cart");
    await page.waitForLoadState("networkidle");
    await expect(proposal).toBeHidden();
  });
});

test("texts, patterns and single words of the other language are told apart from a page's own", () => {
  const texts = ["Your cart is empty", "Only 3 left", "Precios en US dollars.", "Total", "Stock", "Harina de maíz", "ana@shop.example"];
  expect(textsInOther("es", texts)).toEqual(["Your cart is empty", "Only 3 left", "Precios en US dollars."]);
  expect(textsInOther("en", ["Tu carrito está vacío", "Quedan 3 días hábiles", "Corn flour", "Total"])).toEqual([
    "Tu carrito está vacío",
    "Quedan 3 días hábiles",
  ]);
  expect(textsInOther("es", ["Keep the change"], ["Keep the change"])).toEqual([]);
});

test.describe("no page has words of the other language", () => {
  // Some sixty pages in each language.
  test.describe.configure({ timeout: 300_000 });
  // One of them is the page for unknown addresses.
  test.use({ expectedErrors: [/status of 404/] });

  let filled: Filled | undefined;
  test.beforeEach(async ({ shop, page }) => {
    // The search box would type its suggestions, and half a word says nothing.
    await page.emulateMedia({ reducedMotion: "reduce" });
    filled ??= await fillShop(shop);
  });

  test("for a guest, on paper, in the cart and in the filters", async ({ shop, page }) => {
    const walk = new Walk(shop, filled!);
    for (const spoken of ["es", "en"] as const) {
      for (const address of everyPage(filled!, "guest")) await walk.open(spoken, address);
      await walk.open(spoken, filled!.listing);
      await page.getByRole("main").getByRole("article").first().getByRole("button").last().click();
      await page
        .getByRole("banner")
        .getByRole("button", { name: /My Cart|Mi carrito|item|producto/ })
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await walk.read(spoken, "cart drawer");
      await page.setViewportSize(PHONE);
      await walk.open(spoken, filled!.narrowed);
      await page.getByRole("button", { name: /^(Filter and sort|Filtrar y ordenar)/ }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.getByRole("dialog").locator("summary").last().click();
      await walk.read(spoken, "filter sheet");
      await page.setViewportSize(WIDE);
    }
    expect(walk.found).toEqual({});
  });

  test("for a shopper, with the account menu and a question", async ({ shop, page }) => {
    const walk = new Walk(shop, filled!);
    await useTokens(page, filled!.shopper);
    for (const spoken of ["es", "en"] as const) {
      for (const address of everyPage(filled!, "shopper")) await walk.open(spoken, address);
      await walk.open(spoken, paths.home);
      await page
        .getByRole("banner")
        .getByRole("button", { name: /Account|Cuenta/ })
        .click();
      await expect(page.getByRole("menu")).toBeVisible();
      await walk.read(spoken, "account menu");
      await walk.open(spoken, paths.order(filled!.orderNumber));
      await page.getByRole("button", { name: /^(Cancel order|Cancelar pedido)$/ }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await walk.read(spoken, "question before canceling");
    }
    expect(walk.found).toEqual({});
  });

  test("for an admin, with the question before deleting", async ({ shop, page }) => {
    // The back office has the goods in both languages, and the activity names things as they were recorded.
    const recorded = ["Collection", "Delivery", "Settings", "none", "address"];
    const walk = new Walk(shop, { ...filled!, typed: [...filled!.typed, ...GOODS.en, ...GOODS.es, ...recorded] });
    await useTokens(page, filled!.admin);
    for (const spoken of ["es", "en"] as const) {
      for (const address of everyPage(filled!, "admin")) await walk.open(spoken, address);
      await walk.open(spoken, "/dashboard/category");
      await page
        .getByRole("button", { name: /^(Delete|Eliminar) / })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await walk.read(spoken, "question before deleting");
    }
    expect(walk.found).toEqual({});
  });
});

const isAnySeen = (parts: Element[]) => parts.some((part) => part.getBoundingClientRect().top < window.innerHeight);

/** Opens pages and notes what they say in the other language. */
class Walk {
  /** The texts, by language and page. */
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

  async open(spoken: Language, address: string): Promise<void> {
    // A page whose address only differs after the # would not be loaded again.
    await this.#shop.page.goto("about:blank");
    this.#pending.clear();
    await this.#shop.open(pathIn(spoken, address));
    await this.read(spoken, address);
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
    if (texts.length > 0) this.found[`${spoken} ${place}`] = texts;
  }
}
