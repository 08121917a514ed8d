import { expect, test } from "vitest";
import type { Language } from "#words/language.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf } from "../../../../tests/support/paying-shop.ts";
import { makeAdmin } from "../../../../tests/support/sign-up.ts";
import { cashOnDelivery } from "../../orders/contract.ts";
import { markPicked, packOrder } from "../contract.ts";
import { answerMissing } from "./contract.ts";

const shop = await openPayingShop();
const { call } = shop;

test("a replacement that was marked before the shopper chose the money back is not packed", async () => {
  const { token } = await makeAdmin(shop);
  const [figs, plums] = [
    await addProduct(shop, { name: "Figs", nameEs: "Higos", unit: "6 pieces", stock: 5 }),
    await addProduct(shop, { stock: 5 }),
  ];
  const payer = await newPayer(shop);
  const list_items = [{ productId: figs, quantity: 2 }];
  const ifMissing = { choice: "ask" as const, except: [] };
  const placed = await call(cashOnDelivery, { list_items, addressId: payer.addressId, ifMissing }, { token: payer.token });
  const { _id, orderId } = placed.body.data;
  const mark = (replacement?: { productId: string; quantity: number }, spoken: Language = "en") =>
    call(
      markPicked,
      { lines: [{ orderId: _id, position: 0, productId: figs, mark: { found: 1, noneLeft: false, ...(replacement && { replacement }) } }] },
      { token, spoken },
    );
  expect((await mark({ productId: plums, quantity: 1 })).status).toBe(200);
  const answer = { orderId, position: 0, productId: figs, choice: "refund" as const };
  expect((await call(answerMissing, answer, { token: payer.token })).status).toBe(200);

  const inSpanish = { status: 409, body: { message: "No reemplaces Higos (6 unidades): el cliente prefiere que le devuelvan el dinero." } };
  expect(await call(packOrder, { orderId }, { token, spoken: "es" })).toMatchObject(inSpanish);
  expect(await mark({ productId: plums, quantity: 1 }, "es")).toMatchObject(inSpanish);
  const refused = await call(packOrder, { orderId }, { token });
  expect(refused).toMatchObject({ status: 409, body: { message: "Don't replace Figs (6 pieces): the shopper wants the money back." } });
  expect(await piecesOf(shop, plums)).toMatchObject({ stock: 5, sold: 0 });
  await mark();
  expect((await call(packOrder, { orderId }, { token })).status).toBe(200);
  expect(await piecesOf(shop, plums)).toMatchObject({ stock: 5, sold: 0 });
});
