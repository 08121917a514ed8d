import { expect, test } from "vitest";
import { addAddress, addProduct, addShelf } from "./support/goods.ts";
import { one, newCashBuyer } from "./support/cash-buyer.ts";
import { LONG } from "./support/rounds.ts";
import { sampleOf } from "./support/sample-input.ts";
import { makeAdmin } from "./support/sign-up.ts";
import { openTestShop } from "./support/test-shop.ts";

const shop = await openTestShop();
const admin = await makeAdmin(shop);
const product = await addProduct(shop);
const { categoryId, subCategoryId } = await addShelf(shop, [product]);
const addressId = await addAddress(shop, admin.user._id);
const buyer = await newCashBuyer(shop);
const { orderId } = (await buyer.order(one(product))).body.data;

/** An existing id for each kind of object. */
const IDS: [path: RegExp, id: string][] = [
  [/^\/api\/category/, categoryId],
  [/^\/api\/subcategory/, subCategoryId],
  [/^\/api\/(product|cart)/, product],
  [/^\/api\/address/, addressId],
  [/^\/api\/(all)?order/, orderId],
];

const idOf = (path: string) => IDS.find(([of]) => of.test(path))?.[1];

/** Valid values, so that a call gets as far as the strange one. */
const KNOWN: Record<string, unknown> = {
  categoryId,
  subCategoryId,
  productId: product,
  addressId,
  orderId,
  image: "https://a.example/a.png",
};

const STRANGE = [
  // One of each kind: a number, another type, a number in a text, characters, a date.
  ...[2 ** 31, [[]], "4294967296", "\u2028\ufffe\u{10ffff}", "+275760-09-13"],
  ...(LONG ? [2 ** 53 - 1, -1, 1e308, null, [], {}, "%", "\\", "a".repeat(5000), "__proto__"] : []),
];

test("no unusual value of any field causes a server error", async () => {
  const failed: unknown[] = [];
  for (const endpoint of shop.shop.inProcess.endpoints()) {
    const { method, path, file, media } = endpoint;
    // Passwords are slow to verify by design, and the account tests cover invalid ones.
    if (file || media === "text/event-stream" || /register|login|password|account/.test(path)) continue;
    const { input: whole } = sampleOf(endpoint, { known: KNOWN, idOf, text: "2026-01-01" });
    for (const name of Object.keys(whole)) {
      for (const value of STRANGE) {
        const { token } = await renewed();
        const sent = { ...whole, [name]: value };
        const url = path.replaceAll(/:\w+/g, "0".repeat(32));
        const query = Object.fromEntries(Object.entries(sent).map(([key, one]) => [key, String(one)]));
        const answer = await shop.app.inject({
          method,
          url,
          headers: { authorization: `Bearer ${token}` },
          ...(method === "GET" ? { query } : { payload: sent }),
        });
        if (answer.statusCode >= 500) failed.push([method, path, name, value, answer.statusCode]);
      }
    }
  }
  expect(failed).toEqual([]);
}, 240_000);

let current = admin;
/** The admin, or a new one if a call has ended the session or revoked the role. */
async function renewed() {
  const visitor = await shop.shop.identify(current.token);
  if (visitor?.role !== "ADMIN") current = await makeAdmin(shop);
  return current;
}
