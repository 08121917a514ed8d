import { expect, test } from "vitest";
import { openTestShop } from "../../tests/support/test-shop.ts";

test("a shop at an https address tells browsers to come by https alone: calls, kept answers and refusals", async () => {
  const { app } = await openTestShop({ PUBLIC_URL: "https://shop.example" });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const kept = "/api/category/get";
  const etag = (await fetch(url + kept)).headers.get("etag") ?? "";
  for (const path of [kept, kept, "/api/cart/get", "/api/none", "/healthz", "/%zz"]) {
    const { headers } = await fetch(url + path, { headers: { "if-none-match": etag } });
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  }
});

test("a shop without https promises none", async () => {
  const { app } = await openTestShop();
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  expect((await fetch(`${url}/api/category/get`)).headers.has("strict-transport-security")).toBe(false);
});
