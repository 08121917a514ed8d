import { refuse } from "#server/http/errors.ts";
import { formatCents, toDollars, toPercent } from "#shared/money.ts";
import { sumLines } from "../cart/rules.ts";
import type { Order, OrderConflict } from "./contract.ts";
import { PriceChanged } from "./place-order.ts";
import { containedTax } from "./rules.ts";
import type { PlacedOrder } from "./store.ts";

/** An order in API form: dollars, percent and the specification's spellings. */
export function orderReply(order: PlacedOrder): Order {
  return {
    _id: order.id,
    orderId: order.number,
    userId: { _id: order.userId, name: order.userName },
    status: order.status,
    payment_status: order.paymentStatus,
    metodoDePago: order.paymentMethod,
    createdAt: order.createdAt.toISOString(),
    cancelRequestedAt: order.cancelRequestedAt?.toISOString() ?? null,
    totalAmt: toDollars(order.totalCents),
    subTotalAmt: toDollars(order.subtotalCents),
    ...(order.taxHundredths > 0 && {
      tax: { percent: toPercent(order.taxHundredths), amount: toDollars(containedTax(order.totalCents, order.taxHundredths)) },
    }),
    delivery_address: order.deliveryAddress,
    products: order.lines.map(({ productId, quantity, name, image, unit, brand, sku, listCents, discountHundredths, paidCents }) => ({
      productId: { _id: productId },
      quantity,
      product_details: {
        name,
        image,
        unit,
        brand,
        sku,
        quantity,
        unit_price: toDollars(listCents),
        discount: toPercent(discountHundredths),
        paid_price: toDollars(paidCents),
      },
    })),
  };
}

/** Runs work that may find other prices than the shopper saw. @throws Refusal 409 with the prices of now */
export async function withPricesOfNow<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PriceChanged)) throw error;
    const { totalCents, subtotalCents } = sumLines(error.lines);
    const data: OrderConflict = {
      reason: "price",
      totalAmt: toDollars(totalCents),
      subTotalAmt: toDollars(subtotalCents),
      products: error.lines.map(({ productId, name, listCents, discountHundredths }) => ({
        productId,
        name,
        price: toDollars(listCents),
        discount: toPercent(discountHundredths),
      })),
    };
    throw refuse.conflict(`Prices have changed. Your total is now ${formatCents(totalCents)}.`, data);
  }
}
