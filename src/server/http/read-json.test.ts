import { expect, test } from "vitest";
import { addAddress } from "../../../tests/support/goods.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { createAddress } from "#features/addresses/contract.ts";
import { cashOnDelivery } from "#features/orders/contract.ts";
import { productDetails } from "#features/catalogue/contract.ts";
import { BODY_LIMIT, LARGE_BODY } from "#shared/endpoint.ts";
import { parseJson } from "./read-json.ts";

test("escape sequences typed by a person are kept as typed", () => {
  for (const text of ["\\u0000", "\\ud83d", "a\\\\u0000", "\\", '\\"', "😀", "{[,"])
    expect(parseJson(JSON.stringify({ [text]: [text] }))).toEqual({ [text]: [text] });
});

test.each([
  ['{"a":"x\\u0000"}', "body has a NUL character"],
  ['{"a\\u0000":1}', "body has a NUL character"],
  ['[[{"a":["\\ud83d"]}]]', "body has half a character"],
  ['{"\\ude00\\ud83d":1}', "body has half a character"],
  ["[".repeat(33) + "]".repeat(33), "body is nested too deeply"],
  ['{"a":'.repeat(5000), "body is nested too deeply"],
  [`[${"{},".repeat(60_000)}{}]`, "body has too many values"],
  ["{", "body is not valid JSON"],
  ['"\\', "body is not valid JSON"],
])("%.40s is refused", (text, message) => {
  expect(() => parseJson(text)).toThrow(message);
});

test("the deepest allowed nesting and complete escaped characters are accepted", () => {
  expect(parseJson(`${"[".repeat(32)}"\\ud83d\\ude00"${"]".repeat(32)}`)).toBeDefined();
});

const shop = await openTestShop();

test("more than 16 KB is refused before it is read, with or without a content length", async () => {
  const url = productDetails.path;
  const sized = await shop.app.inject({ method: "POST", url, payload: { productId: "x".repeat(BODY_LIMIT) } });
  expect([sized.statusCode, sized.json().message]).toEqual([413, "The request is too large"]);
  const address = await shop.app.listen({ port: 0, host: "127.0.0.1" });
  const body = new ReadableStream({
    start(controller) {
      for (let n = 0; n < 20; n++) controller.enqueue(new TextEncoder().encode(" ".repeat(1024)));
      controller.close();
    },
  });
  const headers = { "content-type": "application/json" };
  const chunked = await fetch(address + url, { method: "POST", headers, body, duplex: "half" });
  expect(chunked.status).toBe(413);
});

test("no call that is open to anyone accepts more than 16 KB", () => {
  for (const { access, path, bodyLimit = BODY_LIMIT } of shop.shop.inProcess.endpoints())
    if (access === "anyone") expect([path, bodyLimit]).toEqual([path, BODY_LIMIT]);
});

test("an order accepts a hundred lines as the cart returns them, from a logged-in shopper", async () => {
  const { user, token } = await signUp(shop);
  const addressId = await addAddress(shop, user._id);
  const line = { productId: { _id: "0".repeat(32), description: "x".repeat(5000) }, quantity: 1 };
  const input = { list_items: Array.from({ length: 100 }, () => line), addressId };
  expect(JSON.stringify(input).length).toBeLessThan(LARGE_BODY);
  expect((await shop.call(cashOnDelivery, input, { token })).status).not.toBe(413);
  expect((await shop.call(cashOnDelivery, input)).status).toBe(401);
});

test("an escape sequence typed into a form is saved as typed", async () => {
  const { token } = await signUp(shop);
  const place = {
    address_line: "a\\u0000b \\ud83d",
    city: "Lima",
    state: "Lima",
    country: "Peru",
    pincode: "1",
    mobile: "+51 999 999 999",
  };
  const { status, body } = await shop.call(createAddress, place, { token });
  expect([status, body.data?.address_line]).toEqual([200, place.address_line]);
});
