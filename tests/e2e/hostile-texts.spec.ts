import { deleteProduct } from "#features/catalogue/admin/contract.ts";
import { listCategories } from "#features/catalogue/contract.ts";
import { paths } from "#web/paths.ts";
import { pathIn } from "#words/language.ts";
import { addHostileCatalogue, HOSTILE_TEXTS, inOneLine, spanishBeside, type HostileCatalogue } from "../support/hostile-texts.ts";
import { LONG } from "../support/rounds.ts";
import { adminToken } from "./admin.ts";
import { CompletePages } from "./complete-pages.ts";
import { everyPage } from "./every-page.ts";
import { fillShop, type Filled } from "./filled-shop.ts";
import { expect, testInNewShop, type ShopPage } from "./shop.ts";
import { useTokens } from "./shopper.ts";

/** A shop for this file only, since its texts show on every page. */
const test = testInNewShop();
test.describe.configure({ timeout: 180_000 });

/** What people typed, and the name of the product that was deleted. */
const TYPED = HOSTILE_TEXTS[4];
/** Too short to be told from other texts: `__proto__`. */
const SHOWN = HOSTILE_TEXTS.filter((text) => text.length > 10).map(inOneLine);

type Hostile = HostileCatalogue & { filled: Filled };
let hostile: Hostile | undefined;
test.beforeEach(async ({ shop }) => {
  hostile ??= await fill(shop);
});

async function fill(shop: ShopPage): Promise<Hostile> {
  const token = await adminToken(shop);
  const { image } = (await shop.call(listCategories, undefined)).data[0]!;
  const { products, ...shelf } = await addHostileCatalogue((endpoint, input) => shop.call(endpoint, input, token), image);
  const [deleted, ...rest] = products;
  await shop.call(deleteProduct, { _id: deleted!._id }, token);
  return { ...shelf, products: rest, filled: await fillShop(shop, { text: TYPED, products: rest, shelf }) };
}

/** The pages with real content for a person. Of pages that differ by their product only, one if asked for. */
function pagesFor(person: "guest" | "shopper" | "admin", { filled, products }: Hostile, ofEachProduct = false): string[] {
  const values = ofEachProduct ? filled.values : { ...filled.values, product: [paths.product(products[0]!).split("/").at(-1)!] };
  return everyPage({ ...filled, values }, person).filter((address) => address !== "/not/a/page");
}

/** What pages are addressed by, except a group of settings. */
function idsIn({ values, packedNumber }: Filled): string[] {
  const ids = Object.entries(values).flatMap(([name, each]) => (name === "group?" ? [] : each));
  return [...ids, packedNumber].filter((id) => id !== "");
}

/** Set wherever a text ran as a script. It is lost on navigation, so every page is checked. */
const attacked = ({ page }: ShopPage) => page.evaluate(() => (globalThis as { attacked?: unknown }).attacked);

/** Opens pages. Those that are addressed by what someone made must show a text of theirs. */
async function assertHarmless(shop: ShopPage, addresses: readonly string[], filled: Filled): Promise<void> {
  const isAddressed = (address: string) => idsIn(filled).some((id) => address.includes(id));
  const { page } = shop;
  const pages = new CompletePages(shop);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const isShown = () =>
    page.evaluate((texts) => {
      const typed = [...document.querySelectorAll<HTMLInputElement>("main :is(input, textarea)")].map(({ value }) => value);
      return [document.querySelector("main")?.textContent ?? "", ...typed].some((said) => texts.some((text) => said.includes(text)));
    }, SHOWN);
  // Without a campaign only these. The test of both languages opens the others too.
  for (const address of LONG ? addresses : addresses.filter(isAddressed)) {
    expect([address, (await pages.open(address))?.status()]).toEqual([address, 200]);
    if (isAddressed(address)) await expect.poll(isShown, `${address} shows a hostile text`).toBe(true);
    expect([address, await attacked(shop)]).toEqual([address, undefined]);
  }
  // Client-side navigation does not ask the server for loader data, which a browser could take for a page.
  expect(requested.filter((url) => new URL(url).pathname.endsWith(".data"))).toEqual([]);
}

test("in pages as the server sends them, no text is a script or an element, and none would be allowed to run", async ({ shop, page }) => {
  await shop.open("/terms");
  const searches = HOSTILE_TEXTS.map((text) => paths.search(text));
  // Pages of shoppers and admins are sent as empty frames, all alike.
  const people = LONG ? (["guest", "shopper", "admin"] as const) : (["guest"] as const);
  const pages = people.flatMap((person) => pagesFor(person, hostile!, true));
  for (const address of [...searches, ...pages].flatMap((one) => [one, pathIn("es", one)])) {
    const answer = await page.request.get(address);
    expect([address, answer.status()]).toEqual([address, 200]);
    const found = await page.evaluate(
      async (html) => {
        const parsed = new DOMParser().parseFromString(html, "text/html");
        const texts = [...parsed.scripts].filter(({ src, type }) => !src && type !== "application/ld+json").map(({ text }) => text);
        const digests = await Promise.all(texts.map((text) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
        const elements = parsed.querySelectorAll("base, iframe, meta[http-equiv], [onload], [onerror], [onfocus], [onmouseover]");
        return {
          scripts: [...new Set(digests.map((digest) => `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`))],
          elements: [...elements].map((element) => element.outerHTML),
          // What browsers would read as JSON must still be JSON.
          read: [...parsed.querySelectorAll("script[type='application/ld+json']")].map(({ textContent }) => typeof JSON.parse(textContent)),
        };
      },
      await answer.text(),
    );
    // The policy has a hash for each script the renderer made. A text that became a script would be one too many.
    expect([address, found.scripts]).toEqual([address, answer.headers()["content-security-policy"]?.match(/'sha256-[^']+'/g)]);
    expect([address, found.elements, new Set(found.read)]).toEqual([address, [], found.read.length > 0 ? new Set(["object"]) : new Set()]);
    const data = `${address.split(/[?#]/)[0]}.data`;
    expect([data, (await page.request.get(data)).status()]).toEqual([data, 404]);
  }
});

test("no text runs for a guest", async ({ shop, page }) => {
  const { filled, products, subCategory } = hostile!;
  await assertHarmless(shop, [...pagesFor("guest", hostile!), pathIn("es", filled.listing)], filled);

  await shop.open(pathIn("es", paths.product(products[0]!)));
  await expect(shop.heading(inOneLine(spanishBeside(1)))).toBeVisible();
  await shop.open(paths.product(products[0]!));
  await expect(shop.heading(inOneLine(HOSTILE_TEXTS[1]))).toBeVisible();
  await page.getByRole("link", { name: subCategory.name }).first().click();
  await expect(shop.heading(subCategory.name)).toBeVisible();
  expect(await attacked(shop)).toBeUndefined();
});

test("no text runs for a shopper", async ({ shop, page }) => {
  const { filled } = hostile!;
  await useTokens(page, filled.shopper);
  await assertHarmless(shop, pagesFor("shopper", hostile!), filled);
});

test("no text runs for an admin", async ({ shop, page }) => {
  const { filled } = hostile!;
  await useTokens(page, filled.admin);
  await assertHarmless(shop, pagesFor("admin", hostile!), filled);
});
