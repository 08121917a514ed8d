import { newId } from "#server/new-id.ts";
import { orderLines, orders } from "#features/orders/tables.ts";
import type { TestShop } from "./test-shop.ts";

type NewOrder = Partial<typeof orders.$inferInsert> & {
  userId: string;
  /** Quantities, with the price paid per item in cents. */
  lines: readonly { productId: string; quantity: number; paidCents: number; couponCents?: number }[];
};

/** Inserts an order as if it had been placed at the given time. The total defaults to the sum of its lines. @returns its id */
export async function addOrder({ shop }: Pick<TestShop, "shop">, { lines, ...given }: NewOrder): Promise<string> {
  const id = newId();
  const totalCents = lines.reduce((sum, { quantity, paidCents }) => sum + quantity * paidCents, 0);
  await shop.database.db.insert(orders).values({
    id,
    number: id.slice(-12).toUpperCase(),
    status: "PENDING",
    paymentStatus: "CASH ON DELIVERY",
    paymentMethod: "Cash on delivery",
    subtotalCents: totalCents,
    totalCents,
    deliveryAddress: {
      address_line: "12 Market Street",
      city: "Lima",
      state: "Lima",
      country: "Peru",
      pincode: "15001",
      mobile: "+51 999",
    },
    ...given,
  });
  if (lines.length > 0)
    await shop.database.db.insert(orderLines).values(
      lines.map(({ productId, quantity, paidCents, couponCents = 0 }, position) => ({
        orderId: id,
        position,
        productId,
        quantity,
        name: "Apples",
        image: [],
        listCents: paidCents,
        discountHundredths: 0,
        paidCents,
        couponCents,
      })),
    );
  return id;
}
