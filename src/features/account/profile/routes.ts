import type { FastifyInstance } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import type { Db, Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { isTwoStepDue } from "#server/http/admit.ts";
import { serve } from "#server/http/serve.ts";
import { countTogether, giveBackTogether } from "#server/limits/count-together.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { LoggedIn, Shop } from "#server/shop.ts";
import { isStaff } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { receivePicture } from "../../files/receive-picture.ts";
import { AVATAR } from "../../files/store-picture.ts";
import { changeAvatar } from "./change-avatar.ts";
import { requestEmailChange } from "./change-email.ts";
import { readingContact, withOwnPassword } from "../password/check-password.ts";
import * as contract from "./contract.ts";
import { userDetails } from "../contract.ts";
import { accountLimits } from "../limits.ts";
import * as store from "./store.ts";
import { originOf } from "../security-events.ts";
import { readAccount } from "../store.ts";
import { toUser, type ReadHoldings } from "../to-user.ts";

/** The logged-in person's profile: name, email, mobile and picture. */
export function profileRoutes(app: FastifyInstance, shop: Shop, readHoldings: ReadHoldings): void {
  const { database } = shop;
  const { db } = database;
  const limits = accountLimits(shop);
  const recipients = recipientLimit(shop);

  async function readUser(from: Db, userId: string) {
    const [account, holdings] = await Promise.all([readAccount(from, userId), readHoldings(from, userId)]);
    if (!account) throw refuse.unauthenticated();
    return toUser(account, holdings);
  }

  serve(app, shop, userDetails, async ({ visitor }) => {
    const two_step_due = isTwoStepDue(shop, visitor);
    return { data: { ...(await readUser(db, visitor.userId)), ...(two_step_due && { two_step_due }) } };
  });

  /** @param ask what else is done in the transaction, before */
  async function save(visitor: LoggedIn, fields: store.Profile, ask?: (transaction: Transaction) => Promise<void>) {
    let isSaved = false;
    const saving = async (tx: Db) => void (isSaved = await store.updateProfile(tx, visitor, fields));
    const person = await database.transact(async (transaction) => {
      const { tx, withCommit } = transaction;
      await ask?.(transaction);
      return withCommit(saving(tx), readUser(tx, visitor.userId));
    });
    if (!isSaved) throw refuse.unauthenticated();
    return person;
  }

  serve(
    app,
    shop,
    contract.updateUser,
    async ({ input, visitor, ahead, http }) => {
      const { userId, sessionId } = visitor;
      const { password, ...fields } = input;
      const { email } = fields;
      if (!ahead) throw refuse.unauthenticated();
      if (ahead.email.toLowerCase() === email.toLowerCase()) return { data: await save(visitor, fields), message: t("Profile saved") };
      if (password === undefined) throw refuse.badInput(t("password is required to change the email address"), "password");
      const data = await withOwnPassword(shop, { userId, password, ahead, http }, async ({ passwordHash: comparedHash }, counted) => {
        const count = async () => {
          const sending = recipients.limitsOf(email, http?.request.ip);
          const taken = awaitedLater(store.isEmailTaken(db, email));
          await countTogether([limits.emailChangeOf(userId), ...sending]);
          if (!(await taken)) return;
          // No email is sent, so none is counted.
          await giveBackTogether(sending);
          throw refuse.conflict(t("This email address is already registered"));
        };
        const allowed = awaitedLater(Promise.all([counted, count()]));
        const change = { userId, sessionId, email, comparedHash, from: originOf(http), allowed };
        return save(visitor, fields, (transaction) => requestEmailChange(transaction, change));
      });
      return { data, message: t("Profile saved. Follow the link we emailed to {email}.", { email }) };
    },
    readingContact(shop),
  );

  serve(app, shop, contract.cancelEmailChange, async ({ visitor }) => {
    await store.setNewEmail(db, visitor.userId, "");
    return { message: t("Your email address stays the same") };
  });

  serve(app, shop, contract.uploadAvatar, async ({ input, visitor, http }) => {
    const { userId, role } = visitor;
    const ip = http?.request.ip ?? "";
    // The file itself isn't queued, since it may arrive slowly.
    await shop.shedding.queueForAccount({ ip, userId }, () => limits.countUpload(ip, userId));
    const picture = await receivePicture(input, { userId, ip, isStaff: isStaff(role) }, AVATAR);
    return { data: { _id: userId, avatar: await changeAvatar(shop, visitor, picture) }, message: t("Picture saved") };
  });

  serve(app, shop, contract.removeAvatar, async ({ visitor }) => {
    await changeAvatar(shop, visitor, null);
    return { message: t("Picture removed") };
  });
}
