import type { Database } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { amountOf, type Weighed } from "#shared/weights.ts";
import { tagsOf } from "../orders/tags.ts";
import { shortageMessage } from "../stock/rules.ts";
import type { PickMark } from "./contract.ts";
import { fitsLine, foundOf } from "./rules.ts";
import { deleteMarks, lockOrdersToMark, readReplacements, writeMarks, type OrderToMark } from "./store.ts";

interface LineMark {
  orderId: string;
  position: number;
  productId: string;
  /** Null: not picked yet. */
  mark: PickMark | null;
}

/**
 * Records what a picker found of some lines, all of them or none.
 * @throws Refusal 404, 409 for an order that is packed, sent or cancelled, or a replacement that has run out or
 * that the shopper does not want, 400 for a mark that
 * doesn't fit its line
 */
export async function markLines(database: Database, pickerId: string, lines: readonly LineMark[]): Promise<void> {
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))];
  await database.transact(async (tx, invalidate) => {
    const orders = await lockOrdersToMark(tx, orderIds);
    for (const line of lines) checkLine(orders.get(line.orderId), line);
    const products = await readReplacements(
      tx,
      lines.flatMap(({ mark }) => mark?.replacement?.productId ?? []),
    );
    const marks = lines.flatMap(({ orderId, position, mark }) => {
      if (!mark) return [];
      const { grams = null, noneLeft, replacement } = mark;
      const line = orders.get(orderId)!.lines[position]!; // checked above
      if (replacement) checkReplacement(line, replacement.quantity, products.get(replacement.productId));
      return {
        ...{ orderId, position, found: foundOf(line, mark), grams, noneLeft, by: pickerId },
        ...{ replacementId: replacement?.productId ?? null, replacementQuantity: replacement?.quantity ?? 0 },
        replacementGrams: replacement?.grams ?? null,
      };
    });
    await writeMarks(tx, marks);
    await deleteMarks(
      tx,
      lines.filter(({ mark }) => !mark),
    );
    invalidate(...orderIds.map(tagsOf.picked));
  });
}

/** @throws Refusal as {@link markLines} */
function checkLine(order: OrderToMark | undefined, { position, productId, mark }: LineMark): void {
  const line = order?.lines[position];
  if (!order || !line) throw refuse.notFound("Order");
  checkPickable(order);
  if (line.productId !== productId) throw refuse.conflict(`Order ${order.number} has changed. Reload the list.`);
  if (mark?.replacement && line.ifMissing === "refund")
    throw refuse.conflict(`Don't replace ${line.name}: the shopper wants the money back.`);
  if (mark && !fitsLine(line, mark))
    throw refuse.badInput(
      `mark is for ${amountOf(line.quantity, line.weighed)} of ${line.name} at most${line.weighed ? ", with its weight" : ""}`,
      "mark",
    );
}

type Ordered = OrderToMark["lines"][number];

/** @throws Refusal as {@link markLines} */
function checkReplacement(
  line: Ordered,
  quantity: number,
  product: { name: string; stock: number; weighed: Weighed | null } | undefined,
): void {
  if (!product) throw refuse.notFound("Product");
  if (product.weighed?.by !== line.weighed?.by)
    throw refuse.conflict(`${product.name} is sold in another way than ${line.name}. Choose another replacement.`);
  if (product.stock < quantity) throw refuse.conflict(`${shortageMessage(product)}. Choose another replacement.`);
}

/** @throws Refusal 409 for an order that is packed, sent or cancelled, with its present state */
export function checkPickable({ number, status, packed }: Pick<OrderToMark, "number" | "status" | "packed">): void {
  if (status === "PENDING" && !packed) return;
  throw refuse.conflict(`Order ${number} is ${packed ? "packed already" : status}. Leave it out.`, { status, packed });
}
