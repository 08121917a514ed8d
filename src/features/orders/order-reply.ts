import { toDollars, toPercent } from "#shared/money.ts";
import type { Order } from "./contract.ts";
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
