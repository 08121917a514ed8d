import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { spokenLine } from "../../catalogue/spoken-line.ts";
import { findOrder, readOrder } from "../../orders/store.ts";
import { readLinesToPick } from "../store.ts";
import { answerMissing } from "./answer-missing.ts";
import * as contract from "./contract.ts";
import { isQuestion } from "./rules.ts";

/** Asking shoppers what to do about missing items, while their orders are picked. */
export function missingRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const { db } = database;

  /** @throws Refusal 404, also for another shopper's order */
  const own = async (ref: string, { userId }: Visitor): Promise<string> => {
    const found = await findOrder(db, ref);
    if (found?.userId !== userId) throw refuse.notFound(t("Order not found"));
    return found.id;
  };

  serve(app, shop, contract.listMissing, async ({ input, visitor }) => {
    const order = await readOrder(db, await own(input.orderId, visitor));
    if (order?.status !== "PENDING" || order.packedAt) return { data: [] };
    const picked = await readLinesToPick(db, [order.id]);
    const data = picked.flatMap(({ position, mark }): contract.MissingLine[] => {
      const line = order.lines[position];
      if (!line || !mark || !isQuestion(line, mark)) return [];
      const { productId, name, quantity, weighed } = spokenLine(line, language());
      return [{ position, productId, name, quantity, found: mark.found, ...(weighed && { weighed }) }];
    });
    return { data: data.toSorted((a, b) => a.position - b.position) };
  });

  serve(app, shop, contract.answerMissing, async ({ input, visitor }) => {
    await answerMissing(database, { ...input, orderId: await own(input.orderId, visitor) });
    return { message: t("Thanks, we'll do that") };
  });
}
