import { refuse } from "#server/http/errors.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { plural, t } from "#words/t.ts";
import { markAvatar, removeAvatar } from "../account/profile/change-avatar.ts";
import { nobodysHash } from "../account/password/passwords.ts";
import { lockWithPassword } from "../account/lock-user.ts";
import { noteSecurityEvent, type Origin } from "../account/security-events.ts";
import { forgetPerson, lockAdmins, NAME_LEFT } from "../account/store.ts";
import { deleteAddresses } from "../addresses/store.ts";
import { forgetName, forgetThingsNamed } from "../audit/store.ts";
import { deleteCart } from "../cart/store.ts";
import { deleteMessagesOf } from "../contact/store.ts";
import { deleteKeysOf } from "../idempotency/key-store.ts";
import { deleteInvitationTo } from "../invitations/store.ts";
import { deleteLists } from "../lists/store.ts";
import { forgetBuyer, readUnderWay } from "../orders/forget-buyer.ts";
import { forgetPayer } from "../payments/forget-payer.ts";
import { isPaying as isPayingNow } from "../payments/store.ts";
import { deleteResets } from "../reset/store.ts";
import { emailAccountDeleted } from "./emails.ts";
import { mayLeave } from "./rules.ts";

interface Leaving {
  userId: string;
  /** The account that the password was compared with. */
  known: { passwordHash: string; email: string; isConfirmed: boolean };
  from: Origin;
  /** For the limits of emails. */
  ip?: string | undefined;
  /** Nothing changes if it rejects. */
  allowed: Promise<void>;
}

/**
 * Deletes an account for good, in one transaction: personal data is deleted, orders stay without the name, and a last
 * email says so.
 * @throws Refusal 409 for the last admin, if the password was changed since, or while orders or payments are open
 */
export async function deleteAccount(shop: Shop, { userId, known, from, ip, allowed }: Leaving): Promise<void> {
  // No password matches the hash of the row that stays.
  const passwordHash = await nobodysHash;
  const asked = recipientLimit(shop).allowsBeside(allowed, known, ip);
  const marked = await shop.database.transact(async ({ tx, withCommit }) => {
    const [admins, person, , underWay, isPaying, mayTell] = await Promise.all([
      lockAdmins(tx),
      lockWithPassword(tx, userId, known.passwordHash),
      // Before the orders: waits for one being placed, which then counts as open.
      deleteAddresses(tx, userId),
      readUnderWay(tx, userId),
      isPayingNow(tx, userId),
      asked,
      allowed,
    ]);
    if (!mayLeave(person.role, admins.length)) throw refuse.conflict(t("You are the only admin. Make someone else an admin first."));
    if (underWay.length > 0) throw refuse.conflict(stillUnderWay(underWay));
    if (isPaying) throw refuse.conflict(t("You have an open payment. Cancel it, or try again in half an hour."));
    return withCommit(
      deleteCart(tx, userId),
      deleteLists(tx, userId),
      deleteMessagesOf(tx, userId),
      deleteKeysOf(tx, userId),
      forgetBuyer(tx, userId),
      forgetPayer(tx, userId),
      deleteResets(tx, person.email),
      forgetName(tx, "user", userId, NAME_LEFT),
      // Someone who registered a stranger's address must not withdraw what was sent to it.
      ...(person.ownerConfirmed ? [deleteInvitationTo(tx, person.email), forgetThingsNamed(tx, "user", person.email, NAME_LEFT)] : []),
      forgetPerson(tx, userId, passwordHash),
      noteSecurityEvent(tx, { kind: "account-deleted", userId, from }),
      ...(mayTell ? [emailAccountDeleted(tx, person.email)] : []),
      markAvatar(tx, person.avatar),
    );
  });
  await removeAvatar(shop, marked);
}

function stillUnderWay(numbers: readonly string[]): string {
  return plural(
    numbers.length,
    "Your order {order} is still on the way. You can delete your account once everything has arrived or been canceled.",
    "{count} of your orders are still on the way. You can delete your account once everything has arrived or been canceled.",
    { order: numbers[0] ?? "" },
  );
}
