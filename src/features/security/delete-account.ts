import { randomBytes } from "node:crypto";
import { refuse } from "#server/http/errors.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { plural, t } from "#words/t.ts";
import { removeUnusedAvatar } from "../account/change-avatar.ts";
import { hashPassword } from "../account/password/passwords.ts";
import { readContact } from "../account/profile-store.ts";
import { noteSecurityEvent, type Origin } from "../account/security-events.ts";
import { forgetPerson, lockAdmins, lockForChange, NAME_LEFT } from "../account/store.ts";
import { deleteAddresses } from "../addresses/store.ts";
import { forgetName, forgetThingsNamed } from "../audit/store.ts";
import { deleteCart } from "../cart/store.ts";
import { deleteMessagesOf } from "../contact/store.ts";
import { deleteInvitationTo } from "../invitations/store.ts";
import { deleteLists } from "../lists/store.ts";
import { forgetBuyer, readUnderWay } from "../orders/forget-buyer.ts";
import { forgetPayer } from "../payments/forget-payer.ts";
import { isPaying } from "../payments/store.ts";
import { deleteResets } from "../reset/store.ts";
import { emailAccountDeleted } from "./emails.ts";
import { mayLeave } from "./rules.ts";

interface Leaving {
  userId: string;
  /** The hash that the password was compared with. */
  comparedHash: string;
  from: Origin;
}

/**
 * Deletes an account for good, in one transaction: personal data is deleted, orders stay without the name, and a last
 * email says so.
 * @throws Refusal 409 for the last admin, if the password was changed since, or while orders or payments are open
 */
export async function deleteAccount(shop: Shop, { userId, comparedHash, from }: Leaving): Promise<void> {
  // No password matches the hash of the row that stays.
  const passwordHash = await hashPassword(randomBytes(32).toString("hex"), userId);
  const known = await readContact(shop.database.db, userId);
  const mayTell = known !== undefined && (await recipientLimit(shop).allows(known));
  const avatar = await shop.database.transact(async (tx) => {
    const admins = await lockAdmins(tx);
    const person = await lockForChange(tx, userId);
    if (!person) throw refuse.unauthenticated();
    // For example by the owner, taking back a stolen account.
    if (person.passwordHash !== comparedHash) throw refuse.conflict(t("Your password has just been changed. Log in again."));
    if (!mayLeave(person.role, admins.length)) throw refuse.conflict(t("You are the only admin. Make someone else an admin first."));
    // Addresses first: waits for an order being placed, which then counts as open.
    await deleteAddresses(tx, userId);
    const underWay = await readUnderWay(tx, userId);
    if (underWay.length > 0) throw refuse.conflict(stillUnderWay(underWay));
    if (await isPaying(tx, userId)) throw refuse.conflict(t("You have an open payment. Cancel it, or try again in half an hour."));
    await deleteCart(tx, userId);
    await deleteLists(tx, userId);
    await deleteMessagesOf(tx, userId);
    await forgetBuyer(tx, userId);
    await forgetPayer(tx, userId);
    await deleteResets(tx, person.email);
    await forgetName(tx, "user", userId, NAME_LEFT);
    // Someone who registered a stranger's address must not withdraw what was sent to it.
    if (person.ownerConfirmed) {
      await deleteInvitationTo(tx, person.email);
      await forgetThingsNamed(tx, "user", person.email, NAME_LEFT);
    }
    await forgetPerson(tx, userId, passwordHash);
    await noteSecurityEvent(tx, { kind: "account-deleted", userId, from });
    if (mayTell) await emailAccountDeleted(tx, person.email);
    return person.avatar;
  });
  await removeUnusedAvatar(shop, avatar);
}

function stillUnderWay(numbers: readonly string[]): string {
  return plural(
    numbers.length,
    "Your order {order} is still on the way. You can delete your account once everything has arrived or been canceled.",
    "{count} of your orders are still on the way. You can delete your account once everything has arrived or been canceled.",
    { order: numbers[0] ?? "" },
  );
}
