import { cancelOrder, cashOnDelivery, getOrder, type OrderDetails } from "#features/orders/contract.ts";
import { changeOrder, payChange, quoteChange } from "#features/payments/changes/contract.ts";
import { confirmCulqiPayment, createCulqiOrder } from "#features/payments/contract.ts";
import type { Language } from "#words/language.ts";
import { newPayer, type Payer, type PayingShop } from "./paying-shop.ts";

/** Quantities by product. */
export type Items = Record<string, number>;
const list = (items: Items) => Object.entries(items).map(([productId, quantity]) => ({ productId, quantity }));

/** Orders that their shoppers can change. */
export function changingShop(shop: PayingShop) {
  /** What can be done with an order by its shopper. */
  function orderOf(payer: Payer, orderId: string) {
    const { token } = payer;
    const input = (items: Items, more: object) => ({ orderId, list_items: list(items), ...more });
    return {
      payer,
      orderId,
      details: async (): Promise<OrderDetails> => (await shop.call(getOrder, { orderId }, { token })).body.data,
      quote: (items: Items, more: object = {}) => shop.call(quoteChange, input(items, more), { token }),
      change: (items: Items, more: object = {}) => shop.call(changeOrder, input(items, more), { token }),
      /** Starts the payment of what the change costs more. */
      pay: (items: Items, more: object = {}, key?: string) =>
        shop.call(payChange, input(items, more), { token, headers: key ? { "idempotency-key": key } : {} }),
      cancel: () => shop.call(cancelOrder, { orderId }, { token }),
    };
  }

  async function cashOrder(items: Items, more: Record<string, unknown> = {}, spoken: Language = "en") {
    const payer = await newPayer(shop);
    const { token, addressId } = payer;
    const placed = await shop.call(cashOnDelivery, { list_items: list(items), addressId, ...more }, { token, spoken });
    if (placed.status !== 200) throw new Error(placed.body.message);
    return orderOf(payer, placed.body.data.orderId);
  }

  async function paidOrder(items: Items, more: Record<string, unknown> = {}) {
    const payer = await newPayer(shop);
    const begun = await payer.create(items, more);
    await shop.sandbox.payer(begun.body.orderId, "approve");
    return orderOf(payer, (await payer.confirm(begun.body.orderId)).body.data.orderId);
  }

  /** An order paid by card. */
  async function cardOrder(items: Items, more: Record<string, unknown> = {}) {
    const payer = await newPayer(shop);
    const { token, addressId } = payer;
    const { body } = await shop.call(createCulqiOrder, { list_items: list(items), addressId, ...more }, { token });
    const paid = await shop.call(confirmCulqiPayment, { orderId: body.data.orderId, token: await shop.sandbox.cardToken() }, { token });
    return orderOf(payer, paid.body.data.orderId);
  }

  return { orderOf, cashOrder, paidOrder, cardOrder };
}
