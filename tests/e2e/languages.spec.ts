import { addToCart } from "#features/cart/contract.ts";
import { listing } from "#features/catalogue/contract.ts";
import { paths } from "#web/paths.ts";
import { pathIn, type Language } from "#words/language.ts";
import { LONG } from "../support/rounds.ts";
import { adminSignedIn, adminToken } from "./admin.ts";
import { everyPage } from "./every-page.ts";
import { complain, fillShop, type Filled } from "./filled-shop.ts";
import { GOODS, textsInOther } from "./page-words.ts";
import { atCheckout, CARDS, openCardForm, ordersOf, payWithCard } from "./payer.ts";
import { expect, holdScripts, PHONE, testInNewShop, WIDE, type ShopPage } from "./shop.ts";
import { buys, emailTo, newShopper, signedIn, useTokens, type Shopper } from "./shopper.ts";
import { Walk } from "./walk.ts";
import { untilComplete } from "./until-hydrated.ts";

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

test("a language chosen before the scripts run keeps the query and is remembered, too", async ({ shop, page }) => {
  const { category, subCategory } = await shop.longShelf();
  await holdScripts(page);
  await page.goto(`${paths.listing(category, subCategory)}?stock=1&sort=price`, { waitUntil: "commit" });
  await page.getByRole("contentinfo").getByRole("link", { name: "Español" }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(/\/es\/.+\?stock=1&sort=price$/);
  expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("es");
});

test("the language is chosen in the account menu, and on the account page of phones, logged in or not", async ({ shop, page }) => {
  const there = page.getByRole("main").getByRole("link", { name: "Español", exact: true });
  await page.setViewportSize(PHONE);
  await shop.open("/user");
  await there.click();
  await expect(page).toHaveURL("/es/user");
  await expect(page.getByRole("main").getByRole("link", { name: "Iniciar sesión" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "English", exact: true }).click();
  await expect(page).toHaveURL("/user");
  await signedIn(shop);
  await shop.open("/user");
  await there.click();
  await expect(page).toHaveURL("/es/user");
  await expect(page.getByRole("main").getByRole("link", { name: "Mis pedidos" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "English", exact: true }).click();
  await page.setViewportSize(WIDE);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Español" }).click();
  await expect(page).toHaveURL("/es/user");
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

test("choosing a language keeps a paid order, a complaint's key and a verified code", { tag: "@campaign" }, async ({ shop, page }) => {
  const switchTo = async (spoken: Language, address: string) => {
    const name = { en: "English", es: "Español" }[spoken];
    await page.getByRole("contentinfo").getByRole("link", { name }).click();
    await expect(page).toHaveURL(pathIn(spoken, address));
  };
  const { shopper } = await atCheckout(shop);
  await payWithCard(await openCardForm(page), CARDS.good);
  await expect(shop.heading("Payment successful!")).toBeVisible();
  await switchTo("es", paths.success);
  await expect(shop.heading("Pago exitoso")).toBeVisible();
  const [order] = await ordersOf(shop, shopper);
  await expect(page.getByText(`Tu número de pedido es ${order!.orderId}.`)).toBeVisible();

  const sheet = `/libro-de-reclamaciones/hoja#${await complain(shop, await adminToken(shop))}`;
  await shop.open(pathIn("es", sheet));
  await expect(shop.heading(/^Hoja de Reclamación 0/)).toBeVisible();
  await switchTo("en", sheet);
  await expect(shop.heading(/^Complaint 0/)).toBeVisible();

  await askForCode(shop, "en", shopper);
  await enterCode(shop, "en", shopper);
  await switchTo("es", paths.resetPassword);
  await expect(page.getByRole("main").locator("[name=email]")).toHaveValue(shopper.email);
});

test.describe("with a browser in Spanish", () => {
  test.use({ locale: "es-PE" });

  test("Spanish is proposed once, and never forced", async ({ shop, page }) => {
    await page.setViewportSize(PHONE);
    await shop.open("/");
    const proposal = page.getByRole("complementary", { name: "¿Prefieres ver la tienda en español?" });
    await expect(proposal).toBeVisible();
    await shop.cards.first().getByRole("button", { name: /^Add / }).click();
    await page.getByRole("complementary", { name: "Your cart" }).getByRole("link").click({ trial: true });
    await proposal.getByRole("button", { name: "Seguir en inglés" }).click();
    await expect(proposal).toBeHidden();
    await expect(page).toHaveURL("/");
    await page.evaluate(() => localStorage.removeItem("language"));
    await shop.open("/cart");
    await untilComplete(page);
    await expect(proposal).toBeHidden();
  });
});

test("in the back office, the question about the language leaves the bar of chosen orders free on a phone", async ({ shop, page }) => {
  const number = await buys(shop, await newShopper(shop), await shop.product());
  await adminSignedIn(shop);
  await page.setViewportSize(PHONE);
  await shop.open("/es/dashboard/allorders");
  await page.getByRole("checkbox", { name: `Seleccionar el pedido ${number}` }).check();
  await expect(page.getByRole("complementary", { name: "Would you like to shop in English?" })).toBeVisible();
  const chosen = page.getByRole("region", { name: "Pedidos seleccionados" });
  for (const press of await chosen.getByRole("button").or(chosen.getByRole("link")).all()) await press.click({ trial: true });
  await chosen.getByRole("button", { name: "Quitar selección" }).click();
  await expect(chosen).toBeHidden();
});

test("texts, patterns and single words of the other language are told apart from a page's own", () => {
  const texts = ["Your cart is empty", "Only 3 left", "Precios en US dollars.", "Total", "Stock", "Harina de maíz", "ana@shop.example"];
  expect(textsInOther("es", texts)).toEqual(["Your cart is empty", "Only 3 left", "Precios en US dollars."]);
  expect(textsInOther("en", ["Tu carrito está vacío", "Quedan 3 días hábiles", "Corn flour", "Total"])).toEqual([
    "Tu carrito está vacío",
    "Quedan 3 días hábiles",
  ]);
  // What people typed counts as a whole, also as a value or a part of a text, but not its single words.
  const typed = ["Keep the change", "Bread"];
  expect(textsInOther("es", ["Keep the change", "Bread, 3", "Agregar Bread", "Agregar Keep the change"], typed)).toEqual([]);
  expect(textsInOther("es", ["Change the address", "Bread delivery"], typed)).toEqual(["Change the address", "Bread delivery"]);
});

test.describe("no page has words of the other language, and each fits a narrow screen in Spanish", () => {
  // Some sixty pages in each language. Most other tests read English pages, so only a campaign walks through them here.
  const languages: Language[] = LONG ? ["es", "en"] : ["es"];
  test.describe.configure({ timeout: 300_000 });
  // One of them is the page for unknown addresses.
  test.use({ expectedErrors: [/status of 404/] });

  let filled: Filled | undefined;
  test.beforeEach(async ({ shop }) => {
    filled ??= await fillShop(shop);
  });

  test("for a guest, on paper, in the cart and in the filters", async ({ shop, page }) => {
    const walk = new Walk(shop, filled!);
    for (const spoken of languages) {
      for (const address of everyPage(filled!, "guest")) await walk.open(spoken, address);
      await walkThroughReset(shop, walk, spoken, filled!.shopper);
      await walk.open(spoken, filled!.listing);
      await page.getByRole("main").getByRole("article").first().getByRole("button").last().click();
      await page
        .getByRole("banner")
        .getByRole("button", { name: /My Cart|Mi carrito|item|producto/ })
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await walk.read(spoken, "cart drawer");
      await page.setViewportSize(PHONE);
      await walk.open(spoken, await narrowedListing(shop));
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
    for (const spoken of languages) {
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
    // The back office has the goods in both languages.
    const walk = new Walk(shop, { ...filled!, typed: [...filled!.typed, ...GOODS.en, ...GOODS.es] });
    await useTokens(page, filled!.admin);
    for (const spoken of languages) {
      // All groups of settings are alike but for their fields.
      const values = LONG ? filled!.values : { ...filled!.values, "group?": filled!.values["group?"]!.slice(0, 3) };
      for (const address of everyPage({ ...filled!, values }, "admin")) await walk.open(spoken, address);
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

/** The address of a listing that is narrowed by a detail. */
async function narrowedListing(shop: ShopPage): Promise<string> {
  const { category, subCategory } = await shop.longShelf();
  const { choices } = await shop.call(listing, { categoryId: category._id, subCategoryId: subCategory._id, choices: true });
  const { name, values } = choices!.detail.find((detail) => detail.values.length > 0)!;
  return `${paths.listing(category, subCategory)}?${new URLSearchParams({ detail: `${name}:${values[0]!.value}` })}`;
}

/** Reads the pages of a new password, which are reached through the form. */
async function walkThroughReset(shop: ShopPage, walk: Walk, spoken: Language, shopper: Shopper): Promise<void> {
  await askForCode(shop, spoken, shopper);
  await walk.read(spoken, paths.verificationOtp);
  await enterCode(shop, spoken, shopper);
  await walk.read(spoken, paths.resetPassword);
}

async function askForCode(shop: ShopPage, spoken: Language, shopper: Shopper): Promise<void> {
  const { page } = shop;
  await shop.open(pathIn(spoken, paths.forgotPassword));
  await page.getByRole("main").getByRole("textbox").fill(shopper.email);
  await page.keyboard.press("Enter");
  await page.waitForURL(pathIn(spoken, paths.verificationOtp));
}

async function enterCode(shop: ShopPage, spoken: Language, shopper: Shopper): Promise<void> {
  const { page } = shop;
  const subject = spoken === "es" ? "Tu código para cambiar la contraseña" : "Your password reset code";
  const code = /^\d{6}$/m.exec(await emailTo(shop, shopper, subject))?.[0] ?? "";
  await page.getByRole("main").getByRole("textbox").first().focus();
  await page.keyboard.type(code);
  await page.waitForURL(pathIn(spoken, paths.resetPassword));
}
