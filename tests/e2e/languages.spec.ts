import { PHONE, expect, test } from "./shop.ts";

test("the choice of a language keeps page and query, and leads back to it later", async ({ shop, page }) => {
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
  // Whoever comes from elsewhere finds the language they chose.
  await page.goto("about:blank");
  await page.goto("/cart");
  await expect(page).toHaveURL("/es/cart");
  await footer.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL("/cart");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
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

test("search engines find each page in both languages", async ({ page }) => {
  await page.goto("/es/about-us");
  const href = (selector: string) => page.locator(`head link${selector}`).getAttribute("href");
  expect(await href("[rel=canonical]")).toMatch(/\/es\/about-us$/);
  expect(await href("[hreflang=en]")).toMatch(/:\d+\/about-us$/);
  expect(await href("[hreflang=es]")).toMatch(/\/es\/about-us$/);
});
