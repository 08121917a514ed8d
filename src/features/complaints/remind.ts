import * as z from "zod/mini";
import { databaseNow } from "#server/db/clock.ts";
import { task, type Job, type Task } from "#server/jobs/jobs.ts";
import type { Shop } from "#server/shop.ts";
import { emailReminder } from "./emails.ts";
import { bookDay, needsReminder } from "./rules.ts";
import { noteReminded, readUnreminded } from "./store.ts";

const remindJob = { name: "complaints.remind", data: z.unknown() } satisfies Job;

/** Checks daily which complaints are due soon. */
export function reminderTask(shop: Shop): Task {
  const { database } = shop;
  return task(
    remindJob,
    async () => {
      const today = bookDay(databaseNow());
      const due = (await readUnreminded(database.db)).filter(({ dueOn }) => needsReminder(today, dueOn));
      if (due.length === 0) return;
      await database.transact(async ({ tx }) => {
        const complaintIds = await noteReminded(
          tx,
          due.map((one) => one.id),
        );
        if (complaintIds.length > 0) await emailReminder(tx, complaintIds);
      });
    },
    // Early in the Peruvian morning.
    { every: "0 12 * * *" },
  );
}
