import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { noteSecurityEvent, type Origin } from "../account/security-events.ts";
import { lockPerson, updatePerson, type Person } from "../account/people-store.ts";
import { revokeSessionsOf } from "../account/session/session-store.ts";
import { lockAdmins } from "../account/store.ts";
import { noteChange } from "../audit/note-change.ts";
import { mayLeave } from "../security/rules.ts";

interface By {
  adminId: string;
  from: Origin;
}

/**
 * Changes a person's role or status; someone who is suspended is logged out everywhere.
 * @param allowed nothing changes if it rejects
 * @throws Refusal 404 if there is no such person, 409 for the last admin, 403 if the one who asks is no longer an admin
 */
export async function changePerson(
  { database }: Pick<Shop, "database">,
  userId: string,
  change: Partial<Pick<Person, "role" | "status">>,
  { adminId, from }: By,
  allowed: Promise<unknown> = Promise.resolve(),
): Promise<Person> {
  return database.transact(async ({ tx, withCommit }) => {
    // Locks all admins first: if two remove each other at the same moment, one waits and sees what the other did.
    const [admins, before] = await Promise.all([lockAdmins(tx), lockPerson(tx, userId), allowed]);
    if (!before) throw refuse.notFound(t("User not found"));
    const after = { ...before, ...change };
    if (after.role === before.role && after.status === before.status) return before;
    const leaves = admins.includes(userId) && (after.role !== "ADMIN" || after.status !== "Active");
    if (leaves && !mayLeave("ADMIN", admins.length)) throw refuse.conflict(t("This is the only admin. Make someone else an admin first."));
    if (!admins.includes(adminId)) throw refuse.forbidden();

    const kind = change.role ? "role-changed" : "status-changed";
    const [was, is] = change.role ? [before.role, after.role] : [before.status, after.status];
    const field = change.role ? "role" : "status";
    const noted = { kind: "user", thingId: userId, thingName: before.name, action: "changed" } as const;
    withCommit(
      updatePerson(tx, userId, change),
      ...(after.status === "Active" ? [] : [revokeSessionsOf(tx, userId)]),
      noteSecurityEvent(tx, { kind, userId, from, detail: `${was} to ${is}` }),
      noteChange(tx, adminId, { ...noted, before: { [field]: was }, after: { [field]: is } }),
    );
    return after;
  });
}
