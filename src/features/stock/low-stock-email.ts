import * as z from "zod/mini";
import { inLanguage } from "#server/http/request-language.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, page, paragraph, table } from "#server/mail/email.ts";
import { composeWithWords, ownWords } from "#server/mail/own-words.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { amountOf } from "#shared/weights.ts";
import { paths } from "#web/paths.ts";
import { plural, t } from "#words/t.ts";
import { withKind } from "../catalogue/words.ts";
import { noteLowStock, readStock } from "./low-stock-store.ts";

/** Looks for products that have run low since the last time. */
const lookJob = { name: "stock.look-low", data: z.unknown() } satisfies Job;
const lowEmail = { name: "stock.low-email", data: z.object({ productIds: z.array(id), to: z.string() }) } satisfies Job;

/** How many products an email names. */
const NAMED = 50;

/** Emails the people named in the settings about products that have run low: once per product, until it is restocked. */
export function lowStockTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  return [
    task(
      lookJob,
      async () => {
        const { stockEmails, lowStock } = await shop.settings();
        if (stockEmails.length === 0) return;
        await database.transact(async ({ tx }) => {
          const productIds = await noteLowStock(tx, lowStock);
          if (productIds.length > 0) await Promise.all(stockEmails.map((to) => enqueue(tx, lowEmail, { productIds, to })));
        });
      },
      { every: "*/10 * * * *" },
    ),
    task(lowEmail, async ({ productIds, to }, emailId) => {
      const settings = await shop.settings();
      const { staffLanguage } = settings;
      const products = await readStock(database.db, productIds.slice(0, NAMED), staffLanguage);
      if (products.length === 0) return;
      const more = productIds.length - products.length;
      const identity = await shop.identity();
      const content = inLanguage(staffLanguage, () => {
        const subject = plural(productIds.length, "{count} product is low on stock", "{count} products are low on stock");
        const parts = [
          paragraph(`${subject}:`),
          table(
            products.map(({ name, unit, stock, weighed }) => ({
              label: withKind(name, unit),
              amount: t("{stock} left", { stock: amountOf(stock, weighed) }),
            })),
          ),
          ...(more > 0 ? [paragraph(t("And {more} more.", { more }))] : []),
          button(t("Open the Overview"), page(config, paths.dashboard)),
        ];
        return composeWithWords(identity, ownWords(settings, "stock.low-email"), { subject, greeting: "", parts }, {});
      });
      await mailer.send({ id: emailId, to, content });
    }),
  ];
}
