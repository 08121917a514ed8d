import type { FastifyInstance } from "fastify";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { needsTwoStep } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { checkOwnPassword } from "../password/check-password.ts";
import { emailTwoStepChanged } from "../emails.ts";
import { accountLimits } from "../limits.ts";
import { hashOf } from "../session/refresh-token.ts";
import { noteSecurityEvent, originOf, type Origin } from "../security-events.ts";
import { markTwoStep, readSession } from "../session/session-store.ts";
import { Sessions } from "../session/sessions.ts";
import { SignIn } from "../session/sign-in.ts";
import { lockForChange, readAccount, readCredentialsOf } from "../store.ts";
import { describeSecret, newSecret } from "./authenticator.ts";
import * as contract from "./contract.ts";
import { creationOptions, readCreated, readUse, requestOptions, siteOf } from "./passkeys.ts";
import { hashOfCode, newRecoveryCodes } from "./recovery-codes.ts";
import { newTicket, SecondStep } from "./second-step.ts";
import * as store from "./store.ts";

const expired = () => t("This took too long. Start again.");

/** Logging in with a second step or a passkey, and setting them up. */
export function twoStepRoutes(app: FastifyInstance, shop: Shop): void {
  const { config, database } = shop;
  const { db } = database;
  const site = siteOf(config);
  const limits = accountLimits(shop);
  const secondStep = new SecondStep(shop);
  const signIn = new SignIn(shop, new Sessions(shop));

  type Person = Pick<NonNullable<Awaited<ReturnType<typeof readCredentialsOf>>>, "id" | "name" | "passwordHash" | "status">;
  async function begin(person: Person | undefined, http: Parameters<SignIn["begin"]>[1]) {
    if (person?.status !== "Active") throw refuse.forbidden(t("This account is suspended. Please contact us."));
    const { accessToken: accesstoken, refreshToken } = await signIn.begin(person, http, { twoStep: true });
    return { data: { accesstoken, refreshToken }, message: t("Welcome, {name}", { name: person.name }) };
  }

  serve(app, shop, contract.secondStep, async ({ input: { ticket, code }, http }) => {
    const { userId, passwordHash } = await secondStep.prove(ticket, code, http);
    const person = await readCredentialsOf(db, userId);
    return begin(person && { ...person, passwordHash }, http);
  });

  serve(app, shop, contract.passkeyLoginOptions, async ({ http }) => {
    await limits.countPasskeyLogin(http?.request.ip ?? "");
    const options = await requestOptions(site);
    const ticket = newTicket();
    await store.insertTicket(db, { hash: hashOf(ticket), purpose: "passkey-login", challenge: options.challenge });
    return { data: { ticket, options: { ...options } } };
  });

  serve(app, shop, contract.passkeyLogin, async ({ input: { ticket, response }, http }) => {
    await limits.countPasskeyLogin(http?.request.ip ?? "");
    const found = await store.tryTicket(db, hashOf(ticket), "passkey-login");
    const known = found && (await store.readPasskey(db, String(response["id"])));
    const counter = known ? await readUse(site, found.challenge, response, known.passkey) : null;
    const isRight =
      known && counter !== null && (await store.takeTicket(db, found.hash)) && (await store.notePasskeyUse(db, known.passkey.id, counter));
    if (!isRight) throw refuse.unauthenticated(t("That passkey doesn't work here. Log in with your password."));
    return begin(known.owner, http);
  });

  serve(app, shop, contract.readTwoStep, async ({ visitor: { userId, role } }) => {
    const { authenticator } = await store.readSteps(db, userId);
    const passkeys = (await store.readPasskeys(db, userId)).map(toPasskey);
    const recoveryCodesLeft = await store.countRecoveryCodes(db, userId);
    const mayAdd = (await readAccount(db, userId))?.ownerConfirmed ?? false;
    return { data: { authenticator, passkeys, recoveryCodesLeft, mayAdd, required: config.adminTwoStep && needsTwoStep(role) } };
  });

  serve(app, shop, contract.startAuthenticator, async ({ input, visitor: { userId }, http }) => {
    const known = await checkOwnPassword(shop, { userId, password: input.password, http });
    checkOwner(known);
    const secret = newSecret();
    if (!(await store.startAuthenticator(db, userId, secondStep.seal(secret))))
      throw refuse.conflict(t("An authenticator app is already on. Remove it first."));
    return { data: describeSecret(secret, (await shop.identity()).name, known.email) };
  });

  serve(app, shop, contract.confirmAuthenticator, async ({ input, visitor: { userId, sessionId }, http }) => {
    const pardon = await limits.countOwnPassword(userId);
    if (!(await secondStep.takeAppCode(userId, input.code, { confirmed: false })))
      throw refuse.badInput(t("That code is not right. Check your device's clock and try the next code."), "code");
    await pardon();
    const recoveryCodes = await added(userId, sessionId, originOf(http), t("An authenticator app was added"));
    return { data: { recoveryCodes }, message: t("Two-step login is on") };
  });

  serve(app, shop, contract.removeAuthenticator, async ({ input, visitor: { userId }, http }) => {
    await checkOwnPassword(shop, { userId, password: input.password, http });
    await database.transact(async (tx) => {
      if (!(await store.removeAuthenticator(tx, userId))) throw refuse.notFound(t("Authenticator app not found"));
      await removed(tx, userId, originOf(http), t("The authenticator app was removed"));
    });
    return { message: t("Authenticator app removed") };
  });

  serve(app, shop, contract.startPasskey, async ({ input, visitor: { userId }, http }) => {
    checkOwner(await checkOwnPassword(shop, { userId, password: input.password, http }));
    const account = await readAccount(db, userId);
    const known = await store.readPasskeys(db, userId);
    if (!account) throw refuse.unauthenticated();
    if (known.length >= contract.MAX_PASSKEYS)
      throw refuse.conflict(t("You have {MAX_PASSKEYS} passkeys. Remove one first.", { MAX_PASSKEYS: contract.MAX_PASSKEYS }));
    const options = await creationOptions(site, (await shop.identity()).name, account, known);
    const ticket = newTicket();
    await store.insertTicket(db, { hash: hashOf(ticket), purpose: "passkey-add", userId, challenge: options.challenge });
    return { data: { ticket, options: { ...options } } };
  });

  serve(app, shop, contract.addPasskey, async ({ input: { ticket, name, response }, visitor: { userId, sessionId }, http }) => {
    const found = await store.tryTicket(db, hashOf(ticket), "passkey-add");
    if (found?.userId !== userId) throw refuse.conflict(expired());
    const made = await readCreated(site, found.challenge, response);
    if (!made) throw refuse.badInput(t("response is not a passkey for this shop"));
    if (!(await store.takeTicket(db, found.hash))) throw refuse.conflict(expired());
    const recoveryCodes = await added(userId, sessionId, originOf(http), t("The passkey “{name}” was added", { name }), async (tx) => {
      if ((await store.readPasskeys(tx, userId)).length >= contract.MAX_PASSKEYS)
        throw refuse.conflict(t("You have {MAX_PASSKEYS} passkeys. Remove one first.", { MAX_PASSKEYS: contract.MAX_PASSKEYS }));
      if (!(await store.insertPasskey(tx, { ...made, userId, name }))) throw refuse.conflict(t("This passkey is already here."));
    });
    return { data: { recoveryCodes }, message: t("Passkey added") };
  });

  serve(app, shop, contract.removePasskey, async ({ input: { _id, password }, visitor: { userId }, http }) => {
    await checkOwnPassword(shop, { userId, password, http });
    await database.transact(async (tx) => {
      const name = await store.removePasskey(tx, userId, _id);
      if (name === undefined) throw refuse.notFound(t("Passkey not found"));
      await removed(tx, userId, originOf(http), t("The passkey “{name}” was removed", { name }));
    });
    return { message: t("Passkey removed") };
  });

  serve(app, shop, contract.renewRecoveryCodes, async ({ input, visitor: { userId }, http }) => {
    await checkOwnPassword(shop, { userId, password: input.password, http });
    const { authenticator, passkey } = await store.readSteps(db, userId);
    if (!authenticator && !passkey) throw refuse.conflict(t("Turn on two-step login first."));
    const recoveryCodes = newRecoveryCodes();
    await database.transact(async (tx) => {
      await store.replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashOfCode));
      await tell(tx, userId, originOf(http), t("The recovery codes were replaced"));
    });
    return { data: { recoveryCodes }, message: t("New recovery codes. The old ones no longer work.") };
  });

  /** Records that a step was added, by `add` if it isn't there yet. @returns recovery codes, if the person had none */
  async function added(userId: string, sessionId: string, from: Origin, what: string, add?: (tx: Db) => Promise<void>): Promise<string[]> {
    return database.transact(async (tx) => {
      const account = await lockForChange(tx, userId);
      // A new password may have ended the session meanwhile.
      if (!account || !(await readSession(tx, userId, sessionId))) throw refuse.unauthenticated();
      checkOwner(account);
      await add?.(tx);
      const codes = (await store.countRecoveryCodes(tx, userId)) === 0 ? newRecoveryCodes() : [];
      if (codes.length > 0) await store.replaceRecoveryCodes(tx, userId, codes.map(hashOfCode));
      await markTwoStep(tx, sessionId);
      await tell(tx, userId, from, what);
      return codes;
    });
  }
}

/** @throws Refusal 403 unless the password belongs to whoever reads the emails: a step outlives a new password */
function checkOwner({ ownerConfirmed }: { ownerConfirmed: boolean }): void {
  if (!ownerConfirmed) throw refuse.forbidden(t("Confirm your email address in this browser first. Use the link that we email you."));
}

/** Records that a step was removed. Without another one, recovery codes are of no use and are removed too. */
async function removed(tx: Db, userId: string, from: Origin, what: string): Promise<void> {
  const { authenticator, passkey } = await store.readSteps(tx, userId);
  if (!authenticator && !passkey) await store.replaceRecoveryCodes(tx, userId, []);
  await tell(tx, userId, from, what);
}

async function tell(tx: Db, userId: string, from: Origin, what: string): Promise<void> {
  const account = await readAccount(tx, userId);
  await noteSecurityEvent(tx, { kind: "two-step-changed", userId, from, detail: what });
  if (account) await emailTwoStepChanged(tx, userId, account.email, what);
}

const toPasskey = ({ id, name, createdAt, usedAt }: store.StoredPasskey): contract.Passkey => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});
