import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, composeEmail, paragraph, remark } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import type { StaffRole } from "#shared/roles.ts";
import { paths } from "#web/paths.ts";
import { INVITATION_DAYS } from "./contract.ts";
import { InvitationTokens } from "./invitation-token.ts";
import { readInvitation } from "./store.ts";

const invitationEmail = { name: "staff.invitation-email", data: z.object({ invitationId: id, sending: z.int() }) } satisfies Job;

/** Emails the link of an invitation. @param sending how often it was sent, this time included */
export async function emailInvitation(tx: Db, invitationId: string, sending: number): Promise<void> {
  await enqueue(tx, invitationEmail, { invitationId, sending });
}

const AS: Readonly<Record<StaffRole, string>> = { PICKER: "a picker", MANAGER: "a manager", ADMIN: "an admin" };

export function invitationTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  const tokens = new InvitationTokens(config.jwtSecret);
  return [
    task(
      invitationEmail,
      async ({ invitationId, sending }, emailId) => {
        const invitation = await readInvitation(database.db, invitationId);
        // Withdrawn, or sent again with another link.
        if (invitation?.sending !== sending || invitation.expired) return;
        const identity = await shop.identity();
        const address = `${config.publicUrl}${paths.join}?token=${tokens.tokenOf(invitationId, sending)}`;
        const content = composeEmail(identity, `Join ${identity.name}`, [
          paragraph("Hello,"),
          paragraph(`${invitation.byName} invites you to work in ${identity.name} as ${AS[invitation.role]}.`),
          button("Accept the invitation", address),
          remark(`The link works once, for ${INVITATION_DAYS} days. If you don't know ${identity.name}, ignore this email.`),
        ]);
        await mailer.send({ id: emailId, to: invitation.email, content });
      },
      { spoken: "en" },
    ),
  ];
}
