import { sql } from "drizzle-orm";
import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { amountOf } from "#shared/weights.ts";
import { t } from "#words/t.ts";
import { fullName } from "../catalogue/full-name.ts";
import { notifyQuestion } from "../orders/notifications.ts";
import { deleteMarks, writeMarks } from "../orders/picked/store.ts";
import { tagsOf } from "../orders/tags.ts";
import { statusInWords } from "../orders/words.ts";
import { shortageMessage } from "../stock/words.ts";
import type { PickMark } from "./contract.ts";
import { isQuestion } from "./missing/rules.ts";
import { fitsLine, foundOf, takenOf } from "./rules.ts";
import { lockOrdersToMark, readReplacements, type OrderToMark, type Replacement } from "./store.ts";

interface MarkRequest {
  orderId: string;
  position: number;
  productId: string;
  /** Null: not picked yet. */
  mark: PickMark | null;
}

/**
 * Records what a picker found of some lines, all of them or none.
 * @throws Refusal 404, 409 for an order that is packed, sent or canceled, or a replacement that has run out or that the shopper does not
 * want, 400 for a mark that doesn't fit its line
 */
export async function markLines(database: Database, pickerId: string, lines: readonly MarkRequest[]): Promise<void> {
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))];
  await database.transact(async ({ tx, invalidate, withCommit }) => {
    const replacements = lines.flatMap(({ mark }) => mark?.replacement?.productId ?? []);
    const [orders, products] = await Promise.all([
      lockOrdersToMark(tx, sql`${sql.param(orderIds)}::text[]`),
      readReplacements(tx, replacements),
    ]);
    for (const line of lines) checkLine(orders.get(line.orderId), line, products);
    const marks = lines.flatMap(({ orderId, position, mark }) => {
      if (!mark) return [];
      const { grams = null, noneLeft, replacement } = mark;
      const line = orders.get(orderId)!.lines[position]!; // checked above
      const found = foundOf(line, mark);
      const product = replacement && products.get(replacement.productId);
      const replacementQuantity = replacement && product ? takenOf(line, line.quantity - found, product, replacement) : 0;
      if (product) checkStock(product, replacementQuantity);
      return {
        orderId,
        position,
        found,
        grams,
        noneLeft,
        by: pickerId,
        replacementId: replacement?.productId ?? null,
        replacementQuantity,
        replacementGrams: replacement?.grams ?? null,
      };
    });
    const unmarked = lines.filter(({ mark }) => !mark);
    withCommit(writeMarks(tx, marks), deleteMarks(tx, unmarked));
    invalidate(...orderIds.map(tagsOf.picked));
    const asked = lines.filter(({ orderId, position, mark }) => mark && isQuestion(orders.get(orderId)!.lines[position]!, mark));
    for (const orderId of new Set(asked.map((line) => line.orderId))) {
      invalidate(tagsOf.changed(orderId));
      withCommit(notifyQuestion(tx, orders.get(orderId)!));
    }
  });
}

/** @throws Refusal as {@link markLines} */
function checkLine(
  order: OrderToMark | undefined,
  { position, productId, mark }: MarkRequest,
  products: ReadonlyMap<string, Replacement>,
): void {
  const line = order?.lines[position];
  if (!order || !line) throw refuse.notFound(t("Order not found"));
  checkPickable(order);
  if (line.productId !== productId) throw refuse.conflict(t("Order {number} has changed. Reload the list.", { number: order.number }));
  if (mark?.replacement && line.ifMissing === "refund") throw refuse.conflict(unwantedMessage(line));
  const product = mark?.replacement && products.get(mark.replacement.productId);
  if (mark?.replacement && !product) throw refuse.notFound(t("Product not found"));
  if (mark && !fitsLine(line, mark, product))
    throw refuse.badInput(
      line.weighed
        ? t("mark is for {amount} of {name} at most, with its weight", {
            amount: amountOf(line.quantity, line.weighed),
            name: fullName(line),
          })
        : t("mark is for {amount} of {name} at most", { amount: `${line.quantity}`, name: fullName(line) }),
      "mark",
    );
}

/** Why a line that is missing isn't replaced. */
export const unwantedMessage = (line: Parameters<typeof fullName>[0]) =>
  t("Don't replace {name}: the shopper wants the money back.", { name: fullName(line) });

/** @throws Refusal as {@link markLines} */
function checkStock(product: Replacement, quantity: number): void {
  if (product.stock < quantity) throw refuse.conflict(t("{shortage}. Choose another replacement.", { shortage: shortageMessage(product) }));
}

/** @throws Refusal 409 for an order that is packed, sent or canceled, with its current state */
export function checkPickable({ number, status, packed }: Pick<OrderToMark, "number" | "status" | "packed">): void {
  if (status === "PENDING" && !packed) return;
  throw refuse.conflict(
    packed
      ? t("Order {number} is packed already. Leave it out.", { number })
      : t("Order {number} is {status}. Leave it out.", { number, status: statusInWords(status) }),
    { status, packed },
  );
}
