import { and, desc, eq, gt, lt, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import type { StaffRole } from "#shared/roles.ts";
import { users } from "../account/tables.ts";
import { INVITATION_DAYS } from "./contract.ts";
import { invitations } from "./tables.ts";

export type StoredInvitation = Omit<typeof invitations.$inferSelect, "tokenHash" | "role"> & {
  role: StaffRole;
  byName: string;
  expired: boolean;
};

const end = sql`now() + make_interval(days => ${INVITATION_DAYS})`;
const isCurrent = gt(invitations.expiresAt, sql`now()`);

const { id, email, role, invitedBy, sending, sentAt, expiresAt } = invitations;

const select = (db: Db) =>
  db
    .select({
      id,
      email,
      invitedBy,
      sending,
      sentAt,
      expiresAt,
      role: sql<StaffRole>`${role}`,
      byName: users.name,
      expired: sql<boolean>`not (${isCurrent})`,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitedBy));

export function readInvitations(db: Db, limit: number): Promise<StoredInvitation[]> {
  return select(db).orderBy(desc(sentAt), desc(id)).limit(limit);
}

export async function readInvitation(db: Db, invitationId: string): Promise<StoredInvitation | undefined> {
  const [row] = await select(db).where(eq(id, invitationId));
  return row;
}

/** Locks an invitation until the transaction ends. */
export async function lockInvitation(tx: Db, invitationId: string): Promise<StoredInvitation | undefined> {
  const [row] = await select(tx).where(eq(id, invitationId)).for("update", { of: invitations });
  return row;
}

/** The invitation of a link that hasn't expired, as long as whoever sent it is still an active admin. */
function withToken(db: Db, tokenHash: string) {
  return select(db).where(and(eq(invitations.tokenHash, tokenHash), isCurrent, eq(users.role, "ADMIN"), eq(users.status, "Active")));
}

export async function readByToken(db: Db, tokenHash: string): Promise<StoredInvitation | undefined> {
  const [row] = await withToken(db, tokenHash);
  return row;
}

/** SQL for the address that a link invites. */
export const emailOfToken = (tokenHash: string): SQL => sql`(select email from staff_invitation where token_hash = ${tokenHash})`;

/** As {@link readByToken}, locked until the transaction ends: of two people who use a link at the same time, one waits. */
export async function lockByToken(tx: Db, tokenHash: string): Promise<StoredInvitation | undefined> {
  const [row] = await withToken(tx, tokenHash).for("update", { of: invitations });
  return row;
}

export const countInvitations = (db: Db): Promise<number> => db.$count(invitations);

/** @throws a unique violation if the address has an invitation, ignoring case */
export async function insertInvitation(
  tx: Db,
  invitation: { id: string; email: string; role: StaffRole; invitedBy: string; tokenHash: string },
): Promise<void> {
  await tx.insert(invitations).values({ ...invitation, expiresAt: end });
}

/** Gives a locked invitation a new link and its full time again. */
export async function renewInvitation(
  tx: Db,
  invitationId: string,
  renewed: { sending: number; tokenHash: string; invitedBy: string },
): Promise<void> {
  await tx
    .update(invitations)
    .set({ ...renewed, sentAt: sql`now()`, expiresAt: end })
    .where(eq(id, invitationId));
}

export async function deleteInvitation(tx: Db, invitationId: string): Promise<void> {
  await tx.delete(invitations).where(eq(id, invitationId));
}

/** Deletes the invitation of an address, ignoring case. */
export async function deleteInvitationTo(tx: Db, address: string): Promise<void> {
  await tx.delete(invitations).where(sql`lower(${email}) = lower(${address})`);
}

/** Deletes invitations that expired a month ago. */
export async function deleteOldInvitations(db: Db): Promise<void> {
  await deleteInBatches(db, invitations, lt(expiresAt, sql`now() - interval '30 days'`));
}
