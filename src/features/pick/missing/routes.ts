import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { spokenLine } from "../../catalogue/spoken/spoken-line.ts";
import { idOf, readOrder } from "../../orders/store.ts";
import { readLinesToPick } from "../store.ts";
import { answerMissing } from "./answer-missing.ts";
import * as contract from "./contract.ts";
import { isQuestion } from "./rules.ts";

/** Asking shoppers what to do about missing items, while their orders are picked. */
export function missingRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;

  serve(app, shop, contract.listMissing, async ({ input, visitor }) => {
    const theirs = idOf(input.orderId, visitor.userId);
    const [order, picked] = await database.read((db) => Promise.all([readOrder(db, theirs), readLinesToPick(db, sql`array[${theirs}]`)]));
    if (!order) throw refuse.notFound(t("Order not found"));
    if (order.status !== "PENDING" || order.packedAt) return { data: [] };
    const data = picked.flatMap(({ position, mark }): contract.MissingLine[] => {
      const line = order.lines[position];
      if (!line || !mark || !isQuestion(line, mark)) return [];
      const { productId, name, unit, brand, sku, quantity, weighed } = spokenLine(line, language());
      return [{ position, productId, name, unit, brand, sku, quantity, found: mark.found, ...(weighed && { weighed }) }];
    });
    return { data: data.toSorted((a, b) => a.position - b.position) };
  });

  serve(app, shop, contract.answerMissing, async ({ input, visitor }) => {
    await answerMissing(database, idOf(input.orderId, visitor.userId), input);
    return { message: t("Thanks, we'll do that") };
  });
}
