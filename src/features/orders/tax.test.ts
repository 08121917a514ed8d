import { expect, test } from "vitest";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { settingsOf } from "../../../tests/support/settings.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { cashOnDelivery, getOrder, orderInvoice } from "./contract.ts";

const shop = await openTestShop();
const change = await settingsOf(shop);

test("an order keeps the tax from when it was placed, on its page, in its email and on its invoice", async () => {
  const { user, token } = await signUp(shop);
  const addressId = await addAddress(shop, user._id);
  const productId = await addProduct(shop, { price: 12.1 });
  const place = async () => {
    const { status, body } = await shop.call(cashOnDelivery, { list_items: [{ productId, quantity: 1 }], addressId }, { token });
    expect(status).toBe(200);
    return (await shop.call(getOrder, { orderId: body.data.orderId }, { token })).body.data;
  };
  expect(await place()).not.toHaveProperty("tax");
  await change({ taxHundredths: 21_00, legalName: "Bodega Sur <b>S.L.</b>", taxId: "B-12345678", address: "Calle 1\nMadrid" });
  const taxed = await place();
  expect(taxed.tax).toEqual({ percent: 21, amount: 2.1 });
  await change({ taxHundredths: 10_00 });
  expect((await shop.call(getOrder, { orderId: taxed.orderId }, { token })).body.data.tax).toEqual({ percent: 21, amount: 2.1 });
  const emails = await shop.emailsTo(user.email);
  const email = emails.find(({ subject }) => subject?.includes(taxed.orderId));
  expect(email?.text).toContain("Includes 21% tax: $2.10");
  const invoice = await shop.app.inject({
    url: orderInvoice.path,
    query: { orderId: taxed.orderId },
    headers: { authorization: `Bearer ${token}` },
  });
  expect([invoice.statusCode, invoice.headers["content-type"]]).toEqual([200, "application/pdf"]);
});
