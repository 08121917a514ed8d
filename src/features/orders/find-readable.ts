import { refuse } from "#server/http/errors.ts";
import { isTwoStepDue } from "#server/http/admit.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { may } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { findOrder } from "./store.ts";

/** Whether a visitor may read everyone's orders. */
export const seesAllOrders = (shop: Shop, visitor: Visitor) => may(visitor.role, "manager") && !isTwoStepDue(shop, visitor);

/** The id of an order that a visitor may read. @throws Refusal 404 */
export async function findReadable(shop: Shop, ref: string, visitor: Visitor): Promise<string> {
  const found = await findOrder(shop.database.db, ref);
  if (!found || (found.userId !== visitor.userId && !seesAllOrders(shop, visitor))) throw refuse.notFound(t("Order not found"));
  return found.id;
}
