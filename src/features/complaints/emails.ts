import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, composeEmail, facts, page, paragraph, remark, table, type Part } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { databaseNow } from "#server/db/clock.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { plural, t } from "#words/t.ts";
import { sheetAttachment } from "./make-sheet.ts";
import { bookDay, sheetNumber, timeLeft } from "./rules.ts";
import { dueInWords, leftInWords, notices, numberAndDate, sectionsOf, sheetPath } from "./sheet/rules.ts";
import { readComplaint, readOpen } from "./store.ts";
import { toSheet } from "./to-sheet.ts";

const about = z.object({ complaintId: id });
const copyEmail = { name: "complaints.copy-email", data: about } satisfies Job;
const shopEmail = { name: "complaints.shop-email", data: about } satisfies Job;
const answerEmail = { name: "complaints.answer-email", data: about } satisfies Job;
const reminderEmail = { name: "complaints.reminder-email", data: z.object({ complaintIds: z.array(id) }) } satisfies Job;

/** Emails a sheet to the person who filed it. */
export const emailCopy = (tx: Db, complaintId: string) => enqueue(tx, copyEmail, { complaintId });
/** Emails a sheet to the shop. */
export const emailShop = (tx: Db, complaintId: string) => enqueue(tx, shopEmail, { complaintId });
/** Emails the answer to the person who filed a sheet. */
export const emailAnswer = (tx: Db, complaintId: string) => enqueue(tx, answerEmail, { complaintId });

/** Emails the shop which complaints are due soon. */
export const emailReminder = (tx: Db, complaintIds: string[]) => enqueue(tx, reminderEmail, { complaintIds });

/** The complaints book's emails. */
export function complaintTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  const read = async (complaintId: string) => {
    const complaint = await readComplaint(database.db, complaintId);
    const identity = await shop.identity();
    return complaint && { complaint, sheet: toSheet(complaint), identity };
  };
  const seeSheet = (key: string) => button(t("See and print your sheet"), page(config, sheetPath(paths.complaintsBook, key)));
  const inStaffLanguage = async (work: () => Promise<void>) => inLanguage((await shop.settings()).staffLanguage, work);

  return [
    task(copyEmail, async ({ complaintId }, emailId) => {
      const found = await read(complaintId);
      if (!found) return;
      const { complaint, sheet, identity } = found;
      // Nobody proved that the address is theirs, so the email itself says nothing that a stranger could have typed.
      const content = composeEmail(identity, t("Your complaint {number}", { number: sheet.number }), [
        paragraph(t("We got your complaint. We'll email you our answer by {day}.", { day: dueInWords(sheet.dueOn) })),
        paragraph(t("Your copy of the sheet is attached.")),
        facts(numberAndDate(sheet)),
        seeSheet(complaint.key),
        ...legalNotices(),
      ]);
      await mailer.send({ id: emailId, to: sheet.email, content, attachment: await sheetAttachment(sheet) });
    }),

    task(shopEmail, ({ complaintId }, emailId) =>
      inStaffLanguage(async () => {
        const found = await read(complaintId);
        if (!found) return;
        const { sheet, identity } = found;
        const content = composeEmail(identity, t("Complaint {number}", { number: sheet.number }), [
          paragraph(t("{name} filed a complaint. Answer it by {day}.", { name: sheet.name, day: dueInWords(sheet.dueOn) })),
          button(t("Answer in the back office"), page(config, adminPaths.complaint(complaintId))),
          ...sectionsOf(sheet).flatMap(({ title, rows }) => [paragraph(title), facts(rows)]),
          ...legalNotices(),
        ]);
        const replyTo = { name: sheet.name, address: sheet.email };
        const attachment = await sheetAttachment(sheet);
        await mailer.send({ id: emailId, to: identity.email, content, replyTo, attachment });
      }),
    ),

    task(answerEmail, async ({ complaintId }, emailId) => {
      const found = await read(complaintId);
      if (!found?.sheet.answer) return;
      const { complaint, sheet, identity } = found;
      const content = composeEmail(identity, t("Our answer to your complaint {number}", { number: sheet.number }), [
        ...complaint.answer.split(/\n{2,}/).map((part) => paragraph(part)),
        seeSheet(complaint.key),
        remark(notices()[0]!),
      ]);
      await mailer.send({ id: emailId, to: sheet.email, content, attachment: await sheetAttachment(sheet) });
    }),

    task(reminderEmail, ({ complaintIds }, emailId) =>
      inStaffLanguage(async () => {
        const open = await readOpen(database.db, complaintIds);
        if (open.length === 0) return;
        const identity = await shop.identity();
        const today = bookDay(databaseNow());
        const subject = plural(open.length, "A complaint is due soon", "{count} complaints are due soon");
        const content = composeEmail(identity, subject, [
          paragraph(t("These complaints are waiting for an answer:")),
          table(
            open.map(({ year, serial, name, dueOn }) => ({
              label: sheetNumber(serial, year),
              detail: name,
              amount: leftInWords(timeLeft(today, dueOn)),
            })),
          ),
          button(t("Open the complaints book"), page(config, adminPaths.complaints)),
        ]);
        await mailer.send({ id: emailId, to: identity.email, content });
      }),
    ),
  ];
}

const legalNotices = (): Part[] => notices().map((text) => remark(text));
