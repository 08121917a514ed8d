import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import * as contract from "./contract.ts";
import { putBack } from "./put-back.ts";
import { readPutBack, type ToPutBack } from "./store.ts";

/** Putting back what was picked for orders that no longer need it. */
export function putBackRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;

  serve(app, shop, contract.listPutBack, async () => {
    const back = await readPutBack(database.db);
    const orders = new Map(back.map(({ orderId: _id, number: orderId, canceled, at }) => [_id, { _id, orderId, canceled, at }]));
    return { data: { orders: [...orders.values()], lines: back.map(toLine) } };
  });

  serve(app, shop, contract.putBack, async ({ input }) => {
    await putBack(database, input.orderId, input);
    return { message: t("Items put back") };
  });
}

const toLine = ({ orderId, number: _number, canceled: _canceled, at: _at, weighed, grams, ...line }: ToPutBack): contract.PutBackLine => ({
  ...line,
  _id: orderId,
  ...(weighed && { weighed }),
  ...(grams !== null && { grams }),
});
