import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { csvReport } from "#server/http/csv-report.ts";
import { networksOf } from "#server/limits/networks.ts";
import { serve, serveDocument } from "#server/http/serve.ts";
import { RequestBudget } from "#server/limits/request-budget.ts";
import type { Shop } from "#server/shop.ts";
import { csvLine } from "#shared/csv.ts";
import { t, type Text } from "#words/t.ts";
import * as contract from "./contract.ts";
import { SearchCounts } from "./search-counts.ts";
import { readDays, readSearches } from "./store.ts";

/** Searches in each list of the report, and in the file. */
const LISTED = 50;
const EXPORTED = 10_000;
const COLUMNS: readonly Text[] = [
  "search [column]",
  "searched [column]",
  "found [column]",
  "opened [column]",
  "added [column]",
  "bought [column]",
];
/** Events counted from one network: more than even many shoppers behind one address cause. */
const BUDGET = { burst: 120, perSecond: 2 };

/** Counts searches, and reports what shoppers look for. */
export function searchReportRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const rangeOf = async (days: number) => ({ timeZone: (await shop.identity()).timeZone, days });
  const counts = new SearchCounts(shop);
  app.addHook("onClose", () => counts.close());
  const budget = new RequestBudget(BUDGET);

  serve(app, shop, contract.countSearch, async ({ input, http }) => {
    // Over the budget nothing is counted, which no shopper needs to know.
    const isWithin = !shop.config.rateLimit || (http !== null && budget.take(networksOf(http.request.ip)));
    if (isWithin) counts.note(input.search, input.event);
    return {};
  });

  serve(app, shop, contract.searchReport, async ({ input: { days } }) => {
    const range = await rangeOf(days);
    const [perDay, top, missed, unclicked] = await Promise.all([
      readDays(db, range),
      readSearches(db, range, "top", LISTED),
      readSearches(db, range, "missed", LISTED),
      readSearches(db, range, "unclicked", LISTED),
    ]);
    return { data: { days: perDay, top, missed, unclicked } };
  });

  serveDocument(app, shop, contract.exportSearches, async ({ input: { days } }) => {
    const range = await rangeOf(days);
    const readAll = async () => ({ rows: await readSearches(db, range, "top", EXPORTED), next: undefined });
    const report = csvReport(COLUMNS, readAll, ({ text, searched, found, clicked, added, bought }) =>
      csvLine([text, ...[searched, found, clicked, added, bought].map(String)]),
    );
    return { name: t("searches.csv"), bytes: Readable.from(report) };
  });
}
