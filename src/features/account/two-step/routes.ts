import type { FastifyInstance } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import { isDuplicate } from "#server/db/sql-state.ts";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import { hashOfToken, newToken } from "#server/random-token.ts";
import type { Shop } from "#server/shop.ts";
import { needsTwoStep } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { serveWithPassword } from "../password/serve-with-password.ts";
import { accountLimits } from "../limits.ts";
import { originOf } from "../security-events.ts";
import { readAccount } from "../store.ts";
import { describeSecret, newSecret } from "./authenticator.ts";
import { addStep, checkOwner, removeStep, replaceCodes } from "./change-steps.ts";
import * as contract from "./contract.ts";
import { creationOptions, readCreated, siteOf } from "./passkeys.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { SecondStep } from "./second-step.ts";
import * as store from "./store.ts";

const expired = () => t("This took too long. Start again.");

/** What a person needs besides the password: which steps they have, adding and removing them. */
export function twoStepRoutes(app: FastifyInstance, shop: Shop): void {
  const { config, database } = shop;
  const { db } = database;
  const site = siteOf(config);
  const limits = accountLimits(shop);
  const secondStep = new SecondStep(shop);

  serve(app, shop, contract.readTwoStep, async ({ visitor: { userId, role } }) => {
    const [{ authenticator }, passkeys, recoveryCodesLeft, account] = await database.read((one) =>
      Promise.all([
        store.readSteps(one, userId),
        store.readPasskeys(one, userId),
        store.countRecoveryCodes(one, userId),
        readAccount(one, userId),
      ]),
    );
    const [mayAdd, required] = [account?.ownerConfirmed ?? false, config.adminTwoStep && needsTwoStep(role)];
    return { data: { authenticator, passkeys: passkeys.map(toPasskey), recoveryCodesLeft, mayAdd, required } };
  });

  serveWithPassword(app, shop, contract.startAuthenticator, async ({ visitor: { userId }, known, allowed }) => {
    checkOwner(known);
    const secret = newSecret();
    await allowed;
    if (!(await store.startAuthenticator(db, userId, secondStep.seal(secret))))
      throw refuse.conflict(t("An authenticator app is already on. Remove it first."));
    return { data: describeSecret(secret, (await shop.identity()).name, known.email) };
  });

  serve(app, shop, contract.confirmAuthenticator, async ({ input, visitor: { userId, sessionId }, http }) => {
    const counted = awaitedLater(limits.countOwnPassword(userId));
    let pardoned: Promise<void> | undefined;
    const recoveryCodes = await addStep(shop, { userId, sessionId, http, what: t("An authenticator app was added") }, async (tx) => {
      const [app, pardon] = await Promise.all([store.readAuthenticator(tx, userId, { lock: true }), counted]);
      const step = secondStep.stepOf(app, input.code, { confirmed: false });
      if (step === null) throw refuse.badInput(t("That code is not right. Check your device's clock and try the next code."), "code");
      // Only once, even if the transaction is tried again.
      pardoned ??= pardon();
      return () => store.takeStep(tx, userId, step);
    });
    await pardoned;
    return { data: { recoveryCodes }, message: t("Two-step login is on") };
  });

  serveWithPassword(app, shop, contract.removeAuthenticator, async ({ visitor: { userId }, http, allowed }) => {
    await removeStep(database, { userId, from: originOf(http), allowed }, async (tx) => {
      if (!(await store.removeAuthenticator(tx, userId))) throw refuse.notFound(t("Authenticator app not found"));
      return t("The authenticator app was removed");
    });
    return { message: t("Authenticator app removed") };
  });

  serveWithPassword(app, shop, contract.startPasskey, async ({ visitor: { userId }, known, allowed }) => {
    checkOwner(known);
    const [account, passkeys] = await Promise.all([readAccount(db, userId), store.readPasskeys(db, userId), allowed]);
    if (!account) throw refuse.unauthenticated();
    checkRoom(passkeys);
    const options = await creationOptions(site, (await shop.identity()).name, account, passkeys);
    const ticket = newToken();
    await store.insertTicket(db, { hash: hashOfToken(ticket), purpose: "passkey-add", userId, challenge: options.challenge });
    return { data: { ticket, options: { ...options } } };
  });

  serve(
    app,
    shop,
    contract.addPasskey,
    async ({ input: { name, response }, visitor: { userId, sessionId }, http, ahead: found }) => {
      if (found?.userId !== userId) throw refuse.conflict(expired());
      const made = await readCreated(site, found.challenge, response);
      if (!made) throw refuse.badInput(t("response is not a passkey for this shop"));
      const work = addStep(shop, { userId, sessionId, http, what: t("The passkey “{name}” was added", { name }) }, async (tx) => {
        const [isFirst, known] = await Promise.all([store.takeTicket(tx, found.hash), store.readPasskeys(tx, userId)]);
        if (!isFirst) throw refuse.conflict(expired());
        checkRoom(known);
        return () => store.insertPasskey(tx, { ...made, userId, name });
      });
      const recoveryCodes = await work.catch((error: unknown) => {
        throw isDuplicate(error) ? refuse.conflict(t("This passkey is already here.")) : error;
      });
      return { data: { recoveryCodes }, message: t("Passkey added") };
    },
    // Whoever has the ticket may use up its tries.
    { aheadOf: ({ ticket }: { ticket: string }) => store.tryTicket(db, hashOfToken(ticket), "passkey-add") },
  );

  serveWithPassword(app, shop, contract.removePasskey, async ({ input: { _id }, visitor: { userId }, http, allowed }) => {
    await removeStep(database, { userId, from: originOf(http), allowed }, async (tx) => {
      const name = await store.removePasskey(tx, userId, _id);
      if (name === undefined) throw refuse.notFound(t("Passkey not found"));
      return t("The passkey “{name}” was removed", { name });
    });
    return { message: t("Passkey removed") };
  });

  serveWithPassword(app, shop, contract.renewRecoveryCodes, async ({ visitor: { userId }, http, allowed }) => {
    const recoveryCodes = newRecoveryCodes();
    await replaceCodes(database, { userId, from: originOf(http), allowed }, recoveryCodes);
    return { data: { recoveryCodes }, message: t("New recovery codes. The old ones no longer work.") };
  });
}

/** @throws Refusal 409 if a person can't have another passkey */
function checkRoom({ length }: readonly unknown[]): void {
  if (length >= contract.MAX_PASSKEYS)
    throw refuse.conflict(t("You have {MAX_PASSKEYS} passkeys. Remove one first.", { MAX_PASSKEYS: contract.MAX_PASSKEYS }));
}

const toPasskey = ({ id, name, createdAt, usedAt }: store.StoredPasskey): contract.Passkey => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});
