import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import { databaseNow } from "#server/db/clock.ts";
import { refuse } from "#server/http/errors.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { pageOf } from "#server/http/page-of.ts";
import { serve, serveDocument } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../audit/note-change.ts";
import * as contract from "./contract.ts";
import { emailAnswer } from "./emails.ts";
import { exportComplaintsCsv } from "./export-complaints.ts";
import { bookDay, sheetNumber, timeLeft } from "./rules.ts";
import { lockComplaint, noteAnswer, readList, readWaiting, readWithAnswerer, type StoredComplaint } from "./store.ts";
import { toSheet } from "./to-sheet.ts";

/** Complaints per page. */
const PAGE = 50;
const HOUR = 60 * 60;

const today = () => bookDay(databaseNow());

const replyOf = async (found: Awaited<ReturnType<typeof readWithAnswerer>>): Promise<contract.Complaint> => {
  if (!found) throw refuse.notFound(t("Complaint not found"));
  const { complaint, by } = found;
  return {
    _id: complaint.id,
    key: complaint.key,
    sheet: toSheet(complaint),
    left: leftOf(complaint, today()),
    timeline: timelineOf(complaint, by ?? ""),
  };
};

/** The complaints book in the back office: what waits for an answer, and answering it. */
export function bookRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const { db } = database;
  const answers = new RateLimit(shop, { name: "complaint-answer", tries: 120, seconds: HOUR });

  serve(app, shop, contract.listComplaints, async ({ input: { list, before } }) => {
    const day = today();
    const [rows, waiting] = await Promise.all([readList(db, list, before, PAGE + 1), readWaiting(db, day)]);
    const complaints = rows.map((row) => toRow(row, day));
    return { ...pageOf(complaints, PAGE), waiting };
  });

  serve(app, shop, contract.countWaiting, async () => ({ data: await readWaiting(db, today()) }));

  serve(app, shop, contract.getComplaint, async ({ params: { complaintId } }) => ({
    data: await replyOf(await readWithAnswerer(db, complaintId)),
  }));

  serve(app, shop, contract.answerComplaint, async ({ input: { _id, text }, visitor: { userId } }) => {
    const allowed = awaitedLater(answers.count(userId));
    const answered = await database.transact(async ({ tx, withCommit }) => {
      const [complaint] = await Promise.all([lockComplaint(tx, _id), allowed]);
      if (!complaint) throw refuse.notFound(t("Complaint not found"));
      if (complaint.answeredAt) throw refuse.conflict(t("This complaint was already answered"));
      const thingName = sheetNumber(complaint.serial, complaint.year);
      return withCommit(
        noteAnswer(tx, _id, userId, text),
        inLanguage(complaint.language, () => emailAnswer(tx, _id)),
        // Without the words, which are in the sheet: the record may outlive it.
        noteChange(tx, userId, { kind: "complaint", thingId: _id, thingName, action: "answered" }),
        readWithAnswerer(tx, _id),
      );
    });
    return { data: await replyOf(answered), message: t("Answer sent") };
  });

  serveDocument(app, shop, contract.exportComplaints, async () => ({
    name: t("complaints.csv"),
    bytes: Readable.from(exportComplaintsCsv(db)),
  }));
}

const leftOf = ({ dueOn, answeredAt }: StoredComplaint, today: string) => (answeredAt ? null : timeLeft(today, dueOn));

function toRow(complaint: StoredComplaint, today: string): contract.ComplaintRow {
  const { number, createdAt, name, kind, dueOn } = toSheet(complaint);
  return { _id: complaint.id, number, createdAt, name, kind, dueOn, left: leftOf(complaint, today) };
}

function timelineOf({ name, createdAt, remindedAt, answeredAt }: StoredComplaint, answeredBy: string): contract.Complaint["timeline"] {
  const events = [
    { at: createdAt, what: "filed", by: name },
    { at: remindedAt, what: "reminded", by: "" },
    { at: answeredAt, what: "answered", by: answeredBy },
  ] as const;
  return events.flatMap(({ at, what, by }) => (at ? [{ at: at.toISOString(), what, by }] : []));
}
