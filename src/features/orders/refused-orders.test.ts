import { describe, expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { newCashBuyer, one, stockAndSold, type Items } from "../../../tests/support/cash-buyer.ts";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import * as contract from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const shopper = () => newCashBuyer(shop);

async function unchanged(ana: Awaited<ReturnType<typeof newCashBuyer>>, ids: string[], work: () => Promise<void>) {
  const before = await stockAndSold(shop, ...ids);
  await work();
  expect(await stockAndSold(shop, ...ids)).toEqual(before);
  expect(await ana.orders()).toEqual([]);
}

describe("API-24 an order that cannot be placed changes nothing", () => {
  test("sold-out, short and deleted products are named with what is left", async () => {
    const ana = await shopper();
    const fine = await addProduct(shop);
    const few = await addProduct(shop, { name: "Figs", unit: "500 g", stock: 2 });
    const out = await addProduct(shop, { name: "Dates", stock: 0 });
    const gone = await addProduct(shop, { name: "Nuts", deletedAt: new Date() });
    await unchanged(ana, [fine, few, out, gone], async () => {
      const { status, body } = await ana.order([...one(fine), ...one(few, 3), ...one(out), ...one(gone)]);
      expect(status).toBe(409);
      expect(body.message).toBe("Only 2 of Figs (500 g) left, Dates is sold out, Nuts is sold out. Update your cart and try again.");
      expect(contract.orderConflict.parse(body.data)).toEqual({
        reason: "stock",
        products: [
          { productId: few, name: "Figs", unit: "500 g", stock: 2 },
          { productId: out, name: "Dates", unit: "", stock: 0 },
          { productId: gone, name: "Nuts", unit: "", stock: 0 },
        ],
      });
    });
  });

  test("CHK-2 a total other than the one shown is refused with the current prices", async () => {
    const ana = await shopper();
    const id = await addProduct(shop, { name: "Figs", price: 10, discount: 12.5 });
    await unchanged(ana, [id], async () => {
      for (const expectedTotal of [17.49, 17.51, 0, 20, 1e300]) {
        const { status, body } = await ana.order(one(id, 2), { expectedTotal });
        expect(status).toBe(409);
        expect(body.message).toBe("Prices have changed. Your total is now $17.50.");
        expect(contract.orderConflict.parse(body.data)).toEqual({
          reason: "price",
          totalAmt: 17.5,
          subTotalAmt: 20,
          products: [{ productId: id, name: "Figs", price: 10, discount: 12.5 }],
        });
      }
    });
    expect(await ana.order(one(id, 2), { expectedTotal: 17.5 })).toMatchObject({ status: 200 });
  });

  test("CHK-2 a total with fractions of a cent is a 400, but floating-point noise is accepted", async () => {
    const ana = await shopper();
    const id = await addProduct(shop, { price: 0.1 });
    expect(await ana.order(one(id, 3), { expectedTotal: 0.304 })).toMatchObject({
      status: 400,
      body: { message: "expectedTotal has more than two decimals" },
    });
    expect(0.1 + 0.2).not.toBe(0.3);
    expect(await ana.order(one(id, 3), { expectedTotal: 0.1 + 0.2 })).toMatchObject({ status: 200 });
  });

  test("CHK-4 the address must exist, belong to the shopper and not be removed", async () => {
    const [ana, eve] = await Promise.all([shopper(), shopper()]);
    const removed = await addAddress(shop, ana.userId, { isListed: false });
    const id = await addProduct(shop);
    await unchanged(ana, [id], async () => {
      for (const addressId of [eve.addressId, removed, newId()]) {
        expect(await ana.order(one(id), { addressId })).toMatchObject({ status: 404, body: { message: "Address not found" } });
      }
      expect(await ana.order(one(id), { addressId: "x" })).toMatchObject({ status: 400, body: { message: "addressId is not an id" } });
      expect(await ana.order(one(id), { addressId: undefined })).toMatchObject({ status: 400, body: { message: "addressId is required" } });
    });
  });

  test("CHK-4 ordering needs a login", async () => {
    expect(await call(contract.cashOnDelivery, { list_items: "x" } as never)).toMatchObject({
      status: 401,
      body: { message: "Please Login" },
    });
    expect(await call(contract.listOrders)).toMatchObject({ status: 401 });
  });

  test("invalid quantities, lists and ids are a 400 that names the field", async () => {
    const ana = await shopper();
    const id = await addProduct(shop, { stock: 2_000_000_000 });
    await unchanged(ana, [id], async () => {
      for (const quantity of [0, -1, 1e9, 1000, 1.5, "2", null, undefined]) {
        const { status, body } = await ana.order([{ productId: id, quantity: quantity as number }]);
        expect([status, body.message], String(quantity)).toEqual([400, expect.stringMatching(/^list_items\.0\.quantity /)]);
      }
      for (const list of [[], Array.from({ length: 101 }, () => one(id)[0]), {}, "x", null]) {
        const { status, body } = await ana.order(list as Items);
        expect([status, body.message]).toEqual([400, expect.stringMatching(/^list_items /)]);
      }
      for (const productId of ["x", 7, null, { _id: "x" }, `${id}'`]) {
        expect(await ana.order([{ productId: productId as string, quantity: 1 }])).toMatchObject({ status: 400 });
      }
      for (const expectedTotal of [-1, "2.50", null]) {
        expect(await ana.order(one(id), { expectedTotal })).toMatchObject({ status: 400 });
      }
      expect(await ana.order(one(newId()))).toMatchObject({ status: 404, body: { message: "Product not found" } });
    });
  });
});
