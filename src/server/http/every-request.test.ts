import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";

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

test("a request that cannot be read is refused as others are", async () => {
  const { app } = await openTestShop();
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const close = "connection: close\r\n\r\n";
  for (const [request, status, message] of [
    [`GET /%zz HTTP/1.1\r\nhost: x\r\n${close}`, 400, "This address is not valid"],
    ["NONSENSE\r\n\r\n", 400, "The request is not valid"],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(20_000)}\r\n${close}`, 431, "The request is not valid"],
  ] as const) {
    const socket = connect(port, "127.0.0.1");
    socket.write(request);
    const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    expect(head.toLowerCase()).toContain("x-content-type-options: nosniff");
    expect(head.toLowerCase()).toContain("referrer-policy: ");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(body).toContain(JSON.stringify({ success: false, error: true, message }));
  }
});
