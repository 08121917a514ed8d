import type { Db } from "#server/db/connect.ts";
import { isDuplicate } from "#server/db/sql-state.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import type { Role } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { updatePerson } from "../account/people-store.ts";
import { noteSecurityEvent, type Origin } from "../account/security-events.ts";
import { deletePlaces } from "../account/session/known-place-store.ts";
import { changePassword, insertUser, lockCredentials, noteVerified } from "../account/store.ts";
import { noteChange } from "../audit/note-change.ts";
import { forgetStranger } from "../reset/forget-stranger.ts";
import { messages } from "./contract.ts";
import { deleteInvitation, emailOfToken, lockByToken, type StoredInvitation } from "./store.ts";

/** What someone without a confirmed account chose. */
export interface Chosen {
  name: string;
  passwordHash: string;
}

/**
 * Accepts an invitation by its link, which proves that the person reads the address's emails. A confirmed account joins as it is. Otherwise
 * the person gets an account with the name and password they chose, even if someone else registered the address before and the person
 * opened that account's link: such an account loses its password, its sessions and what was saved in it.
 * @throws Refusal 400 if the link doesn't work, or name and password are needed; 409 if the account is suspended or on the staff
 */
export async function acceptInvitation(
  { database }: Pick<Shop, "database">,
  tokenHash: string,
  chosen: Chosen | undefined,
  from: Origin,
): Promise<StoredInvitation> {
  try {
    return await database.transact(async ({ tx, withCommit }) => {
      const [invitation, account] = await Promise.all([lockByToken(tx, tokenHash), lockCredentials(tx, emailOfToken(tokenHash))]);
      if (!invitation) throw refuse.badInput(messages.over, "token");
      const { id, email, role } = invitation;
      if (!account?.ownerConfirmed && !chosen) throw refuse.badInput(t("name and password are required"));
      if (account) checkJoining(account);
      const userId = account?.id ?? newId();
      if (account) withCommit(updatePerson(tx, userId, { role }));
      else withCommit(insertUser(tx, { id: userId, email, role, isConfirmed: true, ...chosen! })); // checked above
      if (account && !account.ownerConfirmed) withCommit(takeOver(tx, userId, email, chosen!)); // checked above

      const kind = account ? "role-changed" : "registered";
      const noted = { kind: "user", thingId: userId, thingName: account?.name ?? chosen!.name, action: "joined" } as const;
      withCommit(
        deleteInvitation(tx, id),
        noteSecurityEvent(tx, { kind, userId, from, detail: account ? `USER to ${role}` : "" }),
        noteChange(tx, userId, { ...noted, after: { role } }),
      );
      return invitation;
    });
  } catch (error) {
    // Someone registered it at the same moment: the link shows what to do now.
    if (isDuplicate(error)) throw refuse.conflict(t("Someone just created an account with this address. Open the link again."));
    throw error;
  }
}

/** @throws Refusal 409 unless an account can join the staff */
function checkJoining({ status, role }: { status: string; role: Role }): void {
  if (status !== "Active") throw refuse.conflict(t("This account is suspended. Please contact us."));
  if (role !== "USER") throw refuse.conflict(t("You already work here. Log in to continue."));
}

/** Turns over an account that someone else may have registered to the person who reads its emails. */
async function takeOver(tx: Db, userId: string, email: string, { name, passwordHash }: Chosen): Promise<void> {
  await Promise.all([
    changePassword(tx, userId, passwordHash),
    forgetStranger(tx, userId, name),
    deletePlaces(tx, userId),
    noteVerified(tx, { userId, email, byOwner: true }),
  ]);
}
