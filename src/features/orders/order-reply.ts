import { refuse } from "#server/http/errors.ts";
import { formatCents, toDollars, toPercent } from "#shared/money.ts";
import { spokenLine } from "../catalogue/spoken/spoken-line.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { sumsOf, type Sums } from "../cart/sums/rules.ts";
import type { Agreed, AgreedDelivery } from "../delivery/contract.ts";
import type { Order, OrderConflict, OrderLine } from "./contract.ts";
import { PriceChanged } from "./placing/place-order.ts";
import type { OrderedLine, PlacedOrder } from "./store.ts";

/** An order in API form: dollars, percent, the specification's spellings, and what was bought in the language of the request. */
export function orderReply(order: PlacedOrder): Order {
  const sums = sumsOf(order);
  return {
    _id: order.id,
    orderId: order.number,
    userId: { _id: order.userId, name: order.userName },
    status: order.status,
    payment_status: order.paymentStatus,
    metodoDePago: order.paymentMethod,
    createdAt: order.createdAt.toISOString(),
    cancelRequestedAt: order.cancelRequestedAt?.toISOString() ?? null,
    packedAt: order.packedAt?.toISOString() ?? null,
    totalAmt: toDollars(order.totalCents),
    subTotalAmt: toDollars(order.subtotalCents),
    ...extrasOf(sums, order.couponCode),
    ...(order.taxHundredths > 0 && { tax: { percent: toPercent(order.taxHundredths), amount: toDollars(sums.taxCents) } }),
    ...(order.invoiceFormat && { invoiceFormat: order.invoiceFormat }),
    ...(order.delivery && { delivery: agreedReply(order.delivery) }),
    ...(order.delivery?.slot && { changesCloseAt: order.delivery.slot.closesAt }),
    delivery_address: order.deliveryAddress,
    products: order.lines.map((line) => toOrderLine(spokenLine(line, language()))),
  };
}

function toOrderLine(line: OrderedLine): OrderLine {
  const {
    productId,
    quantity,
    name,
    image,
    unit,
    brand,
    sku,
    listCents,
    discountHundredths,
    paidCents,
    replaces,
    ifMissing,
    weighed,
    grams,
  } = line;
  return {
    productId: { _id: productId },
    quantity,
    ...(ifMissing && { ifMissing }),
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
      ...(weighed && { weighed }),
      ...(grams !== null && { grams }),
      ...(replaces && { replaces }),
    },
  };
}

/** What was agreed, without what only the shop needs. */
export function agreedReply({ way, zone, address, slot }: Agreed): AgreedDelivery {
  return { way, zone, address, slot: slot && { id: slot.id, day: slot.day, from: slot.from, to: slot.to } };
}

/** What a total includes besides the items, if anything. */
function extrasOf({ couponCents, deliveryFeeCents }: Sums, code: string): Pick<Order, "coupon" | "deliveryFee"> {
  return {
    ...(couponCents > 0 && { coupon: { code, amount: toDollars(couponCents) } }),
    ...(deliveryFeeCents > 0 && { deliveryFee: toDollars(deliveryFeeCents) }),
  };
}

/** Runs work that may find other prices than the shopper saw. @throws Refusal 409 with the current prices */
export async function orPricesChanged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PriceChanged)) throw error;
    const { quote } = error;
    const sums = sumsOf(quote);
    const { totalCents, subtotalCents } = sums;
    const data: OrderConflict = {
      reason: "price",
      totalAmt: toDollars(totalCents),
      subTotalAmt: toDollars(subtotalCents),
      ...extrasOf(sums, quote.couponCode),
      products: quote.lines.map(({ productId, name, listCents, discountHundredths }) => ({
        productId,
        name,
        price: toDollars(listCents),
        discount: toPercent(discountHundredths),
      })),
    };
    throw refuse.conflict(t("Prices have changed. Your total is now {total}.", { total: formatCents(totalCents) }), data);
  }
}
