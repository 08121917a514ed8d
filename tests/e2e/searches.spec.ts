import { searchProducts } from "#features/search/contract.ts";
import { countSearch } from "#features/search/report/contract.ts";
import { paths } from "#web/paths.ts";
import { adminSignedIn } from "./admin.ts";
import { expect, test, type ShopPage } from "./shop.ts";
import { addressOf, signedIn } from "./shopper.ts";

test("an admin adds a synonym with a preview, and it helps shoppers at once; deleting it can be undone", async ({ shop, page }) => {
  expect((await shop.call(searchProducts, { search: "zumbalo" })).totalCount).toBe(0);
  await adminSignedIn(shop);
  await shop.open("/dashboard/searches");
  await page.getByRole("button", { name: "Add synonym" }).last().click();
  const dialog = page.getByRole("dialog", { name: "Add synonym" });
  await dialog.getByLabel("Words").fill("zumbalo");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Needs at least two words, like palta = avocado");
  await dialog.getByLabel("Words").fill("zumbalo = honey");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByText("Nothing found")).toBeVisible();
  await expect(dialog.getByRole("listitem").first()).toContainText(/honey/i);
  await shop.assertAccessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const list = page.getByRole("list", { name: "Synonyms" });
  await expect(list.getByText("zumbalo = honey")).toBeVisible();
  const { data: found } = await shop.call(searchProducts, { search: "zumbalo" });
  expect(found[0]?.name).toMatch(/honey/i);

  await list.getByRole("button", { name: "Delete zumbalo = honey" }).click();
  await expect(list).toBeHidden();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(list.getByText("zumbalo = honey")).toBeVisible();
  await shop.assertAccessible();
  await shop.assertFits();
});

/** What this page counts from now on. */
function countsOf({ page }: ShopPage): unknown[] {
  const counted: unknown[] = [];
  page.on("request", (request) => {
    if (!new URL(request.url()).pathname.endsWith(countSearch.path)) return;
    expect(request.headers()["authorization"]).toBeUndefined();
    counted.push(request.postDataJSON());
  });
  return counted;
}

async function buy(shop: ShopPage): Promise<void> {
  const { page } = shop;
  await shop.open("/checkout");
  await page.getByRole("radio", { name: /Cash on delivery/ }).check();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page).toHaveURL("/dashboard/myorders");
}

test("the browser counts the outcome of a search, without saying who searched", { tag: "@campaign" }, async ({ shop }) => {
  await addressOf(shop, await signedIn(shop));
  const counted = countsOf(shop);
  await shop.open("/search?q=honey");
  await expect.poll(() => counted).toEqual([{ search: "honey", event: "found" }]);
  await shop.cards.first().getByRole("button", { name: /^Add / }).click();
  await shop.cards.first().getByRole("link").click();
  await expect
    .poll(() => counted.slice(1))
    .toEqual([
      { search: "honey", event: "added" },
      { search: "honey", event: "clicked" },
    ]);
  await buy(shop);
  await expect.poll(() => counted.slice(3)).toEqual([{ search: "honey", event: "bought" }]);
});

test("products that are suggested while typing count like those below", { tag: "@campaign" }, async ({ shop, page }) => {
  await addressOf(shop, await signedIn(shop));
  const { data } = await shop.call(searchProducts, { search: "choc" });
  const product = data.find(({ stock }, place) => stock > 5 && place < 3)!;
  const counted = countsOf(shop);
  await shop.open("/search");
  await page.getByRole("combobox", { name: "Search the shop" }).fill("choc");
  const list = page.getByRole("grid", { name: "Suggestions" });
  await list.getByRole("button", { name: `Add ${product.name}` }).click();
  await list.getByText(product.name).click();
  await expect(page).toHaveURL(paths.product(product));
  const events = ["found", "added", "clicked"];
  await expect.poll(() => counted).toEqual(events.map((event) => ({ search: "choc", event })));
  await buy(shop);
  await expect.poll(() => counted.slice(3)).toEqual([{ search: "choc", event: "bought" }]);
});

test("a search that is narrowed or sorted is the same search, and what is opened counts", async ({ shop, page }) => {
  const counted = countsOf(shop);
  await shop.open("/search?q=chocolate");
  await expect.poll(() => counted).toEqual([{ search: "chocolate", event: "found" }]);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("price");
  await expect(page).toHaveURL("/search?q=chocolate&sort=price");
  const { data } = await shop.call(searchProducts, { search: "chocolate", sort: "price" });
  await expect(shop.cards.first().getByRole("heading")).toHaveText(data[0]!.name);
  await shop.cards.first().getByRole("link").click();
  await expect.poll(() => counted.slice(1)).toEqual([{ search: "chocolate", event: "clicked" }]);
});

test(
  "in Spanish too, a heart, a search that is forgotten and a product that is taken out are not counted as added",
  { tag: "@campaign" },
  async ({ shop, page }) => {
    await shop.open("/es");
    await page.evaluate(() => localStorage.setItem("recent-searches", JSON.stringify({ texts: ["miel de abeja"] })));
    const counted = countsOf(shop);
    await shop.open("/es/search?q=miel");
    const card = shop.cards.first();
    await card.getByRole("button", { name: /^Guardar / }).click();
    await page.getByRole("combobox", { name: "Busca en la tienda" }).press("ArrowDown");
    await page.getByRole("button", { name: "Borrar “miel de abeja” de las búsquedas recientes" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => counted).toEqual([{ search: "miel", event: "found" }]);
    await card.getByRole("button", { name: /^Agregar / }).click();
    await card.getByRole("button", { name: /^Eliminar / }).click();
    await card.getByRole("link").click();
    const events = ["found", "added", "clicked"];
    await expect.poll(() => counted).toEqual(events.map((event) => ({ search: "miel", event })));
  },
);
