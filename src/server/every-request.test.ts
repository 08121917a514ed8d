import { expect, test } from "vitest";
import { openTestShop } from "../../tests/support/test-shop.ts";

test("a shop at an https address tells browsers to come by https alone: calls, kept answers and refusals", async () => {
  const { app } = await openTestShop({ PUBLIC_URL: "https://shop.example" });
  const kept = { url: "/api/category/get" };
  const etag = (await app.inject(kept)).headers.etag as string; // the shop's own
  const answers = [
    kept,
    kept,
    { ...kept, headers: { "if-none-match": etag } },
    { url: "/api/cart/get" },
    { url: "/api/none" },
    { url: "/healthz" },
  ];
  for (const ask of answers) {
    const { headers } = await app.inject(ask);
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

test("a shop without https promises none", async () => {
  const { app } = await openTestShop();
  expect((await app.inject("/api/category/get")).headers).not.toHaveProperty("strict-transport-security");
});
