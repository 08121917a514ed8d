import { expect, test } from "vitest";
import { addProduct } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop } from "../../../tests/support/paying-shop.ts";
import { cancelPayment, confirmCulqiPayment, createCulqiOrder } from "./contract.ts";
import { finishPayment } from "./finish-payment.ts";
import type { PaymentState, Provider } from "./providers/provider.ts";
import { makeProviders } from "./providers/providers.ts";
import { readAttempt } from "./store.ts";

const shop = await openPayingShop();
const { call, sandbox } = shop;
const { db } = shop.shop.database;

test.each<PaymentState>([{ kind: "unpaid" }, { kind: "declined", message: "Declined" }, { kind: "review" }])(
  "a job that asked before a card is being charged does not open the payment again: $kind",
  async (older) => {
    const culqi = (await makeProviders(shop.shop)("culqi"))!;
    const product = await addProduct(shop, { stock: 5, price: 4 });
    const ana = await newPayer(shop);
    const { orderId } = (await call(createCulqiOrder, { list_items: [{ productId: product, quantity: 1 }], addressId: ana.addressId }, ana))
      .body.data;
    const attempt = (await readAttempt(db, orderId))!;

    const [charging, charged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: Provider = {
      ...culqi,
      async capture(...asked) {
        charging.resolve();
        await charged.promise;
        return culqi.capture(...asked);
      },
    };
    const instrument = { token: await sandbox.cardToken(), email: ana.user.email };
    let paying: ReturnType<typeof finishPayment> | undefined;
    const job: Provider = {
      ...culqi,
      async read() {
        paying = finishPayment(shop.shop, slow, attempt, { who: "shopper", instrument });
        await charging.promise;
        return older;
      },
    };
    expect(await finishPayment(shop.shop, job, attempt, { who: "job" })).toEqual({ kind: "pending" });

    const token = await sandbox.cardToken();
    expect((await call(confirmCulqiPayment, { orderId, token }, ana)).status).toBe(409);
    expect((await call(cancelPayment, { orderId }, ana)).status).toBe(409);
    expect((await ana.orderInCash({ [product]: 1 })).status).toBe(409);
    charged.resolve();
    expect(await paying).toMatchObject({ kind: "paid" });
    expect(await readAttempt(db, orderId)).toMatchObject({ status: "PAID" });
  },
);
