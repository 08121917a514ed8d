import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, page, paragraph, remark } from "#server/mail/email.ts";
import { composeWithWords, ownWords } from "#server/mail/own-words.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import type { StaffRole } from "#shared/roles.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { INVITATION_DAYS } from "./contract.ts";
import { InvitationTokens } from "./invitation-token.ts";
import { readInvitation } from "./store.ts";

const invitationEmail = { name: "staff.invitation-email", data: z.object({ invitationId: id, sending: z.int() }) } satisfies Job;

/** Emails the link of an invitation. @param sending how often it was sent, this time included */
export async function emailInvitation(tx: Db, invitationId: string, sending: number): Promise<void> {
  await enqueue(tx, invitationEmail, { invitationId, sending });
}

/** What somebody is invited to, by role. */
const invites = (role: StaffRole, byName: string, shop: string) =>
  ({
    PICKER: () => t("{byName} has invited you to work at {shop} as a picker.", { byName, shop }),
    MANAGER: () => t("{byName} has invited you to work at {shop} as a manager.", { byName, shop }),
    ADMIN: () => t("{byName} has invited you to work at {shop} as an admin.", { byName, shop }),
  })[role]();

export function invitationTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  const tokens = new InvitationTokens(config.jwtSecret);
  return [
    // In the language of the person who invites.
    task(invitationEmail, async ({ invitationId, sending }, emailId) => {
      const invitation = await readInvitation(database.db, invitationId);
      // Withdrawn, or sent again with another link.
      if (invitation?.sending !== sending || invitation.expired) return;
      const identity = await shop.identity();
      const { name } = identity;
      const address = `${page(config, paths.join)}?token=${tokens.tokenOf(invitationId, sending)}`;
      const parts = [
        paragraph(invites(invitation.role, invitation.byName, name)),
        button(t("Accept the invitation"), address),
        remark(t("The link works once, for {days} days. If you don't know {name}, ignore this email.", { days: INVITATION_DAYS, name })),
      ];
      const words = ownWords(await shop.settings(), "staff.invitation-email");
      const original = { subject: t("Join {name}", { name }), greeting: t("Hello,"), parts };
      const content = composeWithWords(identity, words, original, {});
      await mailer.send({ id: emailId, to: invitation.email, content });
    }),
  ];
}
