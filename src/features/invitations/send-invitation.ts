import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { isDuplicate } from "#server/db/sql-state.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import type { StaffRole } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { lockAdmins, readCredentials } from "../account/store.ts";
import { noteChange } from "../audit/note-change.ts";
import { MOST_OPEN } from "./contract.ts";
import { emailInvitation } from "./emails.ts";
import { InvitationTokens } from "./invitation-token.ts";
import {
  countInvitations,
  deleteInvitation,
  insertInvitation,
  lockInvitation,
  readInvitation,
  renewInvitation,
  type StoredInvitation,
} from "./store.ts";

type Parts = Pick<Shop, "config" | "database">;

/**
 * Invites an address. Nothing changes if `allowed` rejects.
 * @throws Refusal 409 if the address is invited already or belongs to the staff, or too many invitations are open
 */
export async function sendInvitation(
  { config, database }: Parts,
  { email, role, adminId }: { email: string; role: StaffRole; adminId: string },
  allowed: Promise<unknown>,
): Promise<StoredInvitation> {
  const invitationId = newId();
  const tokenHash = new InvitationTokens(config.jwtSecret).hashOf(invitationId, 1);
  try {
    const sent = await database.transact(async ({ tx, withCommit }) => {
      const [, , open] = await Promise.all([checkAdmin(tx, adminId), checkInvitee(tx, sql`${email}`), countInvitations(tx), allowed]);
      if (open >= MOST_OPEN)
        throw refuse.conflict(t("There are already {MOST_OPEN} open invitations. Withdraw some first.", { MOST_OPEN }));
      return withCommit(
        insertInvitation(tx, { id: invitationId, email, role, invitedBy: adminId, tokenHash }),
        emailInvitation(tx, invitationId, 1),
        noteChange(tx, adminId, { kind: "user", thingId: invitationId, thingName: email, action: "invited", after: { role } }),
        readInvitation(tx, invitationId),
      );
    });
    return sent!; // inserted
  } catch (error) {
    if (isDuplicate(error)) throw refuse.conflict(t("This address was already invited. Send that invitation again."));
    throw error;
  }
}

/** Sends an invitation again, with a new link. @throws Refusal 404, 409 if the address belongs to the staff by now */
export async function resendInvitation(
  { config, database }: Parts,
  invitationId: string,
  adminId: string,
  allowed: Promise<unknown>,
): Promise<StoredInvitation> {
  const tokens = new InvitationTokens(config.jwtSecret);
  const sent = await database.transact(async ({ tx, withCommit }) => {
    const [, known] = await Promise.all([
      checkAdmin(tx, adminId),
      lockInvitation(tx, invitationId),
      checkInvitee(tx, sql`(select email from staff_invitation where id = ${invitationId})`),
      allowed,
    ]);
    if (!known) throw refuse.notFound(t("Invitation not found"));
    const sending = known.sending + 1;
    return withCommit(
      renewInvitation(tx, invitationId, { sending, tokenHash: tokens.hashOf(invitationId, sending), invitedBy: adminId }),
      emailInvitation(tx, invitationId, sending),
      noteChange(tx, adminId, { kind: "user", thingId: invitationId, thingName: known.email, action: "invited again" }),
      readInvitation(tx, invitationId),
    );
  });
  return sent!; // locked, so it is there
}

/** Withdraws an invitation. @throws Refusal 404 */
export async function withdrawInvitation({ database }: Pick<Shop, "database">, invitationId: string, adminId: string): Promise<void> {
  await database.transact(async ({ tx, withCommit }) => {
    const known = await lockInvitation(tx, invitationId);
    if (!known) throw refuse.notFound(t("Invitation not found"));
    withCommit(
      deleteInvitation(tx, invitationId),
      noteChange(tx, adminId, { kind: "user", thingId: invitationId, thingName: known.email, action: "uninvited" }),
    );
  });
}

/** With the admins locked, nobody can invite while they are being removed as an admin. @throws Refusal 403 */
async function checkAdmin(tx: Db, adminId: string): Promise<void> {
  if (!(await lockAdmins(tx)).includes(adminId)) throw refuse.forbidden();
}

/** @param email SQL for it @throws Refusal 409 */
async function checkInvitee(tx: Db, email: SQL): Promise<void> {
  const account = await readCredentials(tx, email);
  if (account && account.role !== "USER") throw refuse.conflict(t("Someone with this address already works here"));
  if (account && account.status !== "Active") throw refuse.conflict(t("The account of this address is suspended. Reinstate it first."));
}
