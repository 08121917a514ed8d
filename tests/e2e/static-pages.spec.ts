import { expect, test, WIDTHS } from "./shop.ts";

const PAGES = [
  ["/about-us", "About Despensa"],
  ["/shipping-policy", "Shipping Policy"],
  ["/returns", "Returns"],
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
] as const;

test("NAV-12 every page about the shop exists, fits every screen and is accessible", async ({ shop, page }) => {
  for (const [path, title] of PAGES) {
    await shop.open(path);
    await expect(shop.heading(title)).toBeVisible();
    await shop.assertAccessible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await shop.assertFits();
    }
  }
});

test("STAT-1 the about page has mission, values, team and contact", async ({ shop, page }) => {
  await shop.open("/about-us");
  for (const name of ["Our mission", "Our values", "Our team", "Contact"])
    await expect(page.getByRole("main").getByRole("heading", { name })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "hello@despensa.example" })).toHaveAttribute("href", /^mailto:/);
});

test("STAT-2 the shipping policy has every number", async ({ shop, page }) => {
  await shop.open("/shipping-policy");
  const text = page.getByRole("main");
  await expect(text).toContainText("Processing takes 3-7 business days");
  await expect(text).toContainText("Shipping takes 2-5 business days on average");
  await expect(text).toContainText("cancel an order within 24 hours");
  await expect(text).toContainText("within 24 hours of ordering and we will correct the address");
  await expect(text).toContainText("About 1 in 1000 items arrive damaged");
  await expect(text).toContainText("We reply within 24 hours");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the cart and a person's pages say that they need JavaScript", async ({ page }) => {
    for (const path of ["/cart", "/user", "/dashboard/myorders"]) {
      await page.goto(path);
      // Playwright cannot read the text inside <noscript>.
      await expect(page.locator("main noscript > p")).toBeVisible();
      await expect(page.locator("main .animate-shimmer").filter({ visible: true })).toHaveCount(0);
    }
  });
});

test("NAV-14 the footer has the social link and leads to the shop's pages", async ({ shop, page }) => {
  await shop.open("/terms");
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link", { name: "Follow us on Instagram" })).toHaveAttribute("href", "https://www.instagram.com/despensa");
  await footer.getByRole("link", { name: "About us" }).click();
  await expect(shop.heading("About Despensa")).toBeVisible();
  await footer.getByRole("link", { name: "Shipping policy" }).click();
  await expect(shop.heading("Shipping Policy")).toBeVisible();
});

test.describe("an unknown address", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("NAV-15 is 404 and leads back into the shop", async ({ shop, page }) => {
    for (const path of ["/nowhere", "/Fruits-0/Fresh-0", "/product/Apples-00000000000000000000000000000000", "/a/b/c"]) {
      expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
      await shop.isAlive();
      await expect(shop.heading("Page not found")).toBeVisible();
      await page.getByRole("link", { name: "Back to the shop" }).click();
      await expect(page).toHaveURL("/");
      await expect(page.getByRole("heading", { name: "Browse the shelves" })).toBeVisible();
    }
  });

  test(
    "an address that can't be decoded is the shop's own 404 in its language, and works like any other page",
    { tag: "@campaign" },
    async ({ shop, page }) => {
      for (const [path, title, back] of [
        ["/%E0%A4%A", "Page not found", "Back to the shop"],
        ["/es/%E0%A4%A", "Página no encontrada", "Volver a la tienda"],
        ["/es/higos%01", "Página no encontrada", "Volver a la tienda"],
      ] as const) {
        expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
        await shop.isAlive();
        await expect(shop.heading(title)).toBeVisible();
        await page.getByRole("link", { name: back }).click();
        await expect(page).toHaveURL(path.startsWith("/es") ? "/es" : "/");
      }
    },
  );
});
