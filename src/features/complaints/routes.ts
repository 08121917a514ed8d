import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import { refuse } from "#server/http/errors.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { NetworkLimit } from "#server/limits/network-limit.ts";
import { serve, serveDocument } from "#server/http/serve.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { toCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { requestKey } from "../idempotency/idempotency-key.ts";
import { bookRoutes } from "./book-routes.ts";
import * as contract from "./contract.ts";
import { fileComplaint } from "./file-complaint.ts";
import { makeSheet, pdfName } from "./make-sheet.ts";
import { readByKey, type StoredComplaint } from "./store.ts";
import { toSheet } from "./to-sheet.ts";

const HOUR = 60 * 60;

const newSheetKey = () => randomBytes(16).toString("hex");

/** Filing sheets in the complaints book (Libro de Reclamaciones) and reading them. */
export function complaintRoutes(app: FastifyInstance, shop: Shop): void {
  bookRoutes(app, shop);
  const { db } = shop.database;
  // Many people share the address of a phone network.
  const filings = new NetworkLimit(shop, { name: "complaint-address", tries: 20, seconds: HOUR });
  const readings = new NetworkLimit(shop, { name: "complaint-sheet", tries: 120, seconds: HOUR / 6 });
  const recipients = recipientLimit(shop);

  const limit = (ip: string) => readings.count(ip);

  /** @throws Refusal 404 */
  const readIt = async (key: string): Promise<StoredComplaint> => {
    const found = await readByKey(db, key);
    if (!found) throw refuse.notFound(t("Sheet not found"));
    return found;
  };

  serve(app, shop, contract.fileComplaint, async ({ input, http }) => {
    const { complaintsBook, legalName, taxId, address, currency } = await shop.settings();
    if (!complaintsBook) throw refuse.notFound(t("Complaints book not found"));
    const key = requestKey(http?.request.headers ?? {}, "complaint", input);
    await filings.count(http?.request.ip ?? "");
    const { accepted: _accepted, amount, ...fields } = input;
    // A sheet must be taken in any case, so an address with too many emails only gets no copy.
    const mayEmail = awaitedLater(recipients.allows({ email: fields.email, isConfirmed: false }, http?.request.ip));
    const { read, repeated } = await shop.database.transact(({ tx, withCommit }) =>
      fileComplaint(
        { tx, withCommit },
        {
          ...fields,
          key: newSheetKey(),
          currency,
          amountCents: amount == null ? null : toCents(amount),
          providerName: legalName,
          providerRuc: taxId,
          providerAddress: address,
        },
        { requestKey: key, mayEmail },
      ),
    );
    if (repeated && (await mayEmail)) await recipients.giveBack(fields.email, http?.request.ip);
    const filed = await read();
    if (!filed) throw new Error("A complaint vanished");
    return {
      data: { key: filed.key, sheet: toSheet(filed) },
      message: t("Your complaint was filed as {number}", { number: toSheet(filed).number }),
    };
  });

  serve(app, shop, contract.readSheet, async ({ input: { key } }) => ({ data: toSheet(await readIt(key)) }), { queued: true, limit });

  serveDocument(
    app,
    shop,
    contract.sheetPdf,
    async ({ input: { key } }) => {
      const found = await readIt(key);
      const sheet = toSheet(found);
      // Always in one language, whoever prints it.
      return { name: pdfName(sheet), bytes: inLanguage(found.language, () => makeSheet(sheet)) };
    },
    { limit },
  );
}
