import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { code, composeLetter, paragraph, remark } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { readCredentials } from "../account/store.ts";
import { ResetCodes } from "./codes.ts";
import { readOpenReset } from "./store.ts";

const codeLetter = { name: "reset.code-letter", data: z.object({ id }) } satisfies Job;

/** Sends the code of an asking to its address, if somebody who may sign in has an account with it. */
export async function sendCode(tx: Db, resetId: string): Promise<void> {
  await enqueue(tx, codeLetter, { id: resetId });
}

/** The letters of this room. */
export function resetTasks({ config, database, mailer }: Shop): Task[] {
  const codes = new ResetCodes(config.jwtSecret);

  return [
    // Looked up when the letter is sent: a code that no longer counts is sent to nobody.
    task(codeLetter, async (asked, letterId) => {
      const reset = await readOpenReset(database.db, asked.id);
      if (!reset) return;
      const user = await readCredentials(database.db, reset.email);
      if (user?.status !== "Active") return;
      const minutes = Math.max(1, Math.round(reset.secondsLeft / 60));
      // Neither name nor address: a number in them could be taken for the code.
      const letter = composeLetter(config, "Your code to set a new password", [
        paragraph("Somebody, probably you, asked to set a new password. Please type in this code where you asked for it:"),
        code(codes.codeOf(asked.id)),
        paragraph(`It works for ${minutes === 1 ? "1 minute" : `${minutes} minutes`}.`),
        remark("We never ask for this code by phone or by letter. If you did not ask for it, your password stays as it is."),
      ]);
      await mailer.send({ id: letterId, to: user.email, letter });
    }),
  ];
}
