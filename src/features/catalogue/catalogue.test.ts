import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { listCategories, productDetails } from "./contract.ts";

const { call } = await openTestShop();

test("API-1 an answer carries success, error, message and data", async () => {
  const answer = await call(listCategories);
  expect(answer).toMatchObject({ status: 200, body: { success: true, error: false, message: "", data: [] } });
});

test("an id that is no id is 400 and names the field; one that is unknown is 404", async () => {
  expect(await call(productDetails, { productId: "x" })).toMatchObject({
    status: 400,
    body: { error: true, message: "productId is no id" },
  });
  expect(await call(productDetails, { productId: "0".repeat(32) })).toMatchObject({ status: 404, body: { message: "Product not found" } });
});
