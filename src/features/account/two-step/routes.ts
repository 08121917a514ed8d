import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import type { Db } from "#server/db/connect.ts";
import { isDuplicate } from "#server/db/sql-state.ts";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { needsTwoStep } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { withOwnPassword } from "../password/check-password.ts";
import { emailTwoStepChanged } from "../emails.ts";
import { accountLimits } from "../limits.ts";
import { hashOf } from "../session/refresh-token.ts";
import { noteSecurityEvent, originOf, type Origin } from "../security-events.ts";
import { forgetOtherPlaces, readDevices } from "../session/known-places.ts";
import { markTwoStep, readSession } from "../session/session-store.ts";
import { Sessions } from "../session/sessions.ts";
import { SignIn } from "../session/sign-in.ts";
import { lockForChange, readAccount, type readCredentialsOf } from "../store.ts";
import { describeSecret, newSecret } from "./authenticator.ts";
import * as contract from "./contract.ts";
import { creationOptions, readCreated, readUse, requestOptions, siteOf } from "./passkeys.ts";
import { hashOfCode, newRecoveryCodes } from "./recovery-codes.ts";
import { newTicket, SecondStep } from "./second-step.ts";
import * as store from "./store.ts";

type Http = { request: FastifyRequest; reply: FastifyReply } | null;

const expired = () => t("This took too long. Start again.");
const wrongPasskey = () => refuse.unauthenticated(t("That passkey doesn't work here. Log in with your password."));

/** Logging in with a second step or a passkey, and setting them up. */
export function twoStepRoutes(app: FastifyInstance, shop: Shop): void {
  const { config, database } = shop;
  const { db } = database;
  const site = siteOf(config);
  const limits = accountLimits(shop);
  const secondStep = new SecondStep(shop);
  const signIn = new SignIn(shop, new Sessions(shop));

  type Person = Pick<NonNullable<Awaited<ReturnType<typeof readCredentialsOf>>>, "id" | "name" | "passwordHash" | "status">;
  async function begin(person: Person | undefined, devices: string[], http: Parameters<SignIn["begin"]>[1]) {
    if (person?.status !== "Active") throw refuse.forbidden(t("This account is suspended. Please contact us."));
    const { accessToken: accesstoken, refreshToken } = await signIn.begin(person, http, { twoStep: true, devices });
    return { data: { accesstoken, refreshToken }, message: t("Welcome, {name}", { name: person.name }) };
  }

  serve(app, shop, contract.secondStep, async ({ input: { ticket, code }, http }) => {
    const { person, devices, pardon } = await secondStep.prove(ticket, code, http);
    const [begun] = await Promise.all([begin(person, devices, http), pardon()]);
    return begun;
  });

  serve(app, shop, contract.passkeyLoginOptions, async ({ http }) => {
    await limits.countPasskeyLogin(http?.request.ip ?? "");
    const options = await requestOptions(site);
    const ticket = newTicket();
    await store.insertTicket(db, { hash: hashOf(ticket), purpose: "passkey-login", challenge: options.challenge });
    return { data: { ticket, options: { ...options } } };
  });

  serve(app, shop, contract.passkeyLogin, async ({ input: { ticket, response }, http }) => {
    const [, found, known] = await Promise.all([
      limits.countPasskeyLogin(http?.request.ip ?? ""),
      store.tryTicket(db, hashOf(ticket), "passkey-login"),
      store.readPasskey(db, String(response["id"])),
    ]);
    const counter = found && known ? await readUse(site, found.challenge, response, known.passkey) : null;
    if (!found || !known || counter === null) throw wrongPasskey();
    const [{ isFirst }, devices] = await Promise.all([
      store.proveWith(db, store.usePasskey(db, known.passkey.id, counter), found.hash),
      readDevices(db, known.owner.id),
    ]);
    if (!isFirst) throw wrongPasskey();
    return begin(known.owner, devices, http);
  });

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

  serve(app, shop, contract.startAuthenticator, async ({ input, visitor: { userId }, http }) =>
    withOwnPassword(shop, { userId, password: input.password, http }, async (known) => {
      checkOwner(known);
      const secret = newSecret();
      if (!(await store.startAuthenticator(db, userId, secondStep.seal(secret))))
        throw refuse.conflict(t("An authenticator app is already on. Remove it first."));
      return { data: describeSecret(secret, (await shop.identity()).name, known.email) };
    }),
  );

  serve(app, shop, contract.confirmAuthenticator, async ({ input, visitor: { userId, sessionId }, http }) => {
    const counted = awaitedLater(limits.countOwnPassword(userId));
    const recoveryCodes = await added(userId, sessionId, http, t("An authenticator app was added"), async (tx) => {
      const [app] = await Promise.all([store.readAuthenticator(tx, userId, { lock: true }), counted]);
      const step = secondStep.stepOf(app, input.code, { confirmed: false });
      if (step === null) throw refuse.badInput(t("That code is not right. Check your device's clock and try the next code."), "code");
      return () => store.takeStep(tx, userId, step);
    });
    await (
      await counted
    )();
    return { data: { recoveryCodes }, message: t("Two-step login is on") };
  });

  serve(app, shop, contract.removeAuthenticator, async ({ input, visitor: { userId }, http }) => {
    await withOwnPassword(shop, { userId, password: input.password, http }, () =>
      remove(userId, originOf(http), async (tx) => {
        if (!(await store.removeAuthenticator(tx, userId))) throw refuse.notFound(t("Authenticator app not found"));
        return t("The authenticator app was removed");
      }),
    );
    return { message: t("Authenticator app removed") };
  });

  serve(app, shop, contract.startPasskey, async ({ input, visitor: { userId }, http }) =>
    withOwnPassword(shop, { userId, password: input.password, http }, async (owner) => {
      checkOwner(owner);
      const [account, known] = await Promise.all([readAccount(db, userId), store.readPasskeys(db, userId)]);
      if (!account) throw refuse.unauthenticated();
      checkRoom(known);
      const options = await creationOptions(site, (await shop.identity()).name, account, known);
      const ticket = newTicket();
      await store.insertTicket(db, { hash: hashOf(ticket), purpose: "passkey-add", userId, challenge: options.challenge });
      return { data: { ticket, options: { ...options } } };
    }),
  );

  serve(app, shop, contract.addPasskey, async ({ input: { ticket, name, response }, visitor: { userId, sessionId }, http }) => {
    const found = await store.tryTicket(db, hashOf(ticket), "passkey-add");
    if (found?.userId !== userId) throw refuse.conflict(expired());
    const made = await readCreated(site, found.challenge, response);
    if (!made) throw refuse.badInput(t("response is not a passkey for this shop"));
    const work = added(userId, sessionId, http, t("The passkey “{name}” was added", { name }), async (tx) => {
      const [isFirst, known] = await Promise.all([store.takeTicket(tx, found.hash), store.readPasskeys(tx, userId)]);
      if (!isFirst) throw refuse.conflict(expired());
      checkRoom(known);
      return () => store.insertPasskey(tx, { ...made, userId, name });
    });
    const recoveryCodes = await work.catch((error: unknown) => {
      throw isDuplicate(error) ? refuse.conflict(t("This passkey is already here.")) : error;
    });
    return { data: { recoveryCodes }, message: t("Passkey added") };
  });

  serve(app, shop, contract.removePasskey, async ({ input: { _id, password }, visitor: { userId }, http }) => {
    await withOwnPassword(shop, { userId, password, http }, () =>
      remove(userId, originOf(http), async (tx) => {
        const name = await store.removePasskey(tx, userId, _id);
        if (name === undefined) throw refuse.notFound(t("Passkey not found"));
        return t("The passkey “{name}” was removed", { name });
      }),
    );
    return { message: t("Passkey removed") };
  });

  serve(app, shop, contract.renewRecoveryCodes, async ({ input, visitor: { userId }, http }) => {
    const recoveryCodes = newRecoveryCodes();
    await withOwnPassword(shop, { userId, password: input.password, http }, () =>
      database.transact(async ({ tx, withCommit }) => {
        const [account, { authenticator, passkey }] = await Promise.all([lockForChange(tx, userId), store.readSteps(tx, userId)]);
        if (!account) throw refuse.unauthenticated();
        if (!authenticator && !passkey) throw refuse.conflict(t("Turn on two-step login first."));
        withCommit(
          store.replaceRecoveryCodes(tx, userId, recoveryCodes.map(hashOfCode)),
          tell(tx, { userId, email: account.email, from: originOf(http), what: t("The recovery codes were replaced") }),
        );
      }),
    );
    return { data: { recoveryCodes }, message: t("New recovery codes. The old ones no longer work.") };
  });

  /**
   * Records that a step was added. With the first one, other places are forgotten: someone who only knew the password made them known.
   * @param check returns how to store it, with the commit
   * @returns recovery codes, if the person had none
   */
  async function added(
    userId: string,
    sessionId: string,
    http: Http,
    what: string,
    check: (tx: Db) => Promise<() => PromiseLike<unknown>>,
  ): Promise<string[]> {
    const { codes, headers } = await database.transact(async ({ tx, withCommit }) => {
      const [account, session, codesLeft, add] = await Promise.all([
        lockForChange(tx, userId),
        readSession(tx, userId, sessionId),
        store.countRecoveryCodes(tx, userId),
        check(tx),
      ]);
      // A new password may have ended the session meanwhile.
      if (!account || !session) throw refuse.unauthenticated();
      checkOwner(account);
      withCommit(add(), markTwoStep(tx, sessionId), tell(tx, { userId, email: account.email, from: originOf(http), what }));
      if (codesLeft > 0) return { codes: [], headers: {} };
      const codes = newRecoveryCodes();
      const { headers, places } = forgetOtherPlaces(tx, shop.config, userId, http);
      withCommit(store.replaceRecoveryCodes(tx, userId, codes.map(hashOfCode)), places);
      return { codes, headers };
    });
    http?.reply.headers(headers);
    return codes;
  }

  /** Removes a step. Without another one, recovery codes are of no use and are removed too. @param work returns what to tell the person */
  function remove(userId: string, from: Origin, work: (tx: Db) => Promise<string>): Promise<void> {
    return database.transact(async ({ tx, withCommit }) => {
      const [account, what, left] = await Promise.all([lockForChange(tx, userId), work(tx), store.readSteps(tx, userId)]);
      if (!account) throw refuse.unauthenticated();
      withCommit(tell(tx, { userId, email: account.email, from, what }));
      if (!left.authenticator && !left.passkey) withCommit(store.replaceRecoveryCodes(tx, userId, []));
    });
  }
}

/** @throws Refusal 409 if a person can't have another passkey */
function checkRoom({ length }: readonly unknown[]): void {
  if (length >= contract.MAX_PASSKEYS)
    throw refuse.conflict(t("You have {MAX_PASSKEYS} passkeys. Remove one first.", { MAX_PASSKEYS: contract.MAX_PASSKEYS }));
}

/** @throws Refusal 403 unless the address's owner has confirmed it: a step outlives a new password */
function checkOwner({ ownerConfirmed }: { ownerConfirmed: boolean }): void {
  if (!ownerConfirmed) throw refuse.forbidden(t("Confirm your email address in this browser first. Use the link that we email you."));
}

async function tell(tx: Db, { userId, email, from, what }: { userId: string; email: string; from: Origin; what: string }): Promise<void> {
  await Promise.all([
    noteSecurityEvent(tx, { kind: "two-step-changed", userId, from, detail: what }),
    emailTwoStepChanged(tx, userId, email, what),
  ]);
}

const toPasskey = ({ id, name, createdAt, usedAt }: store.StoredPasskey): contract.Passkey => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
});
