import { searchProducts } from "#features/search/contract.ts";
import { countSearch } from "#features/search/report/contract.ts";
import { adminSignedIn } from "./admin.ts";
import { expect, test } from "./shop.ts";
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

test("the browser counts the outcome of a search, without saying who searched", async ({ shop, page }) => {
  await addressOf(shop, await signedIn(shop));
  const counted: unknown[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith(countSearch.path)) return;
    expect(request.headers()["authorization"]).toBeUndefined();
    counted.push(request.postDataJSON());
  });
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
  await shop.open("/checkout");
  await page.getByRole("radio", { name: /Cash on delivery/ }).check();
  await page.getByRole("button", { name: "Place order" }).click();
  await expect(page).toHaveURL("/dashboard/myorders");
  await expect.poll(() => counted.slice(3)).toEqual([{ search: "honey", event: "bought" }]);
});
