import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import { hashOfToken, newToken } from "#server/random-token.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { accountLimits } from "../limits.ts";
import { readDevices } from "../session/known-places.ts";
import { noteSecurityEvent, originOf } from "../security-events.ts";
import { Sessions } from "../session/sessions.ts";
import { SignIn, type Check } from "../session/sign-in.ts";
import type { readCredentialsOf } from "../store.ts";
import * as contract from "./contract.ts";
import { readUse, requestOptions, siteOf } from "./passkeys.ts";
import { SecondStep, WrongCode } from "./second-step.ts";
import * as store from "./store.ts";

const wrongPasskey = () => refuse.unauthenticated(t("That passkey doesn't work here. Log in with your password."));

/** Logging in with a second step after the password, or with a passkey alone. */
export function twoStepLoginRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const site = siteOf(shop.config);
  const limits = accountLimits(shop);
  const secondStep = new SecondStep(shop);
  const signIn = new SignIn(shop, new Sessions(shop));

  type Person = Pick<NonNullable<Awaited<ReturnType<typeof readCredentialsOf>>>, "id" | "name" | "passwordHash" | "status">;
  async function begin(person: Person | undefined, devices: string[], http: Parameters<SignIn["begin"]>[1], check?: Check) {
    if (person?.status !== "Active") {
      // A suspension is only told to who proves to be the person.
      if (check) await shop.database.transact(({ tx }) => check(tx));
      throw refuse.forbidden(t("This account is suspended. Please contact us."));
    }
    const { accessToken: accesstoken, refreshToken } = await signIn.begin(person, http, { twoStep: true, devices, check });
    return { data: { accesstoken, refreshToken }, message: t("Welcome, {name}", { name: person.name }) };
  }

  serve(app, shop, contract.secondStep, async ({ input: { ticket, code }, http }) => {
    const { person, devices, check, pardoned } = await secondStep.read(ticket, code, http);
    try {
      return await begin(person, devices, http, check);
    } catch (error) {
      if (!(error instanceof WrongCode)) throw error;
      await noteSecurityEvent(db, { kind: "second-step-failed", userId: person?.id ?? null, from: originOf(http) });
      throw refuse.badInput(t("That code is not right, or was used before. Try the next one."), "code");
    } finally {
      await pardoned();
    }
  });

  serve(app, shop, contract.passkeyLoginOptions, async ({ http }) => {
    await limits.countPasskeyLogin(http?.request.ip ?? "");
    const options = await requestOptions(site);
    const ticket = newToken();
    await store.insertTicket(db, { hash: hashOfToken(ticket), purpose: "passkey-login", challenge: options.challenge });
    return { data: { ticket, options: { ...options } } };
  });

  serve(app, shop, contract.passkeyLogin, async ({ input: { ticket, response }, http }) => {
    const [, found, known] = await Promise.all([
      limits.countPasskeyLogin(http?.request.ip ?? ""),
      store.tryTicket(db, hashOfToken(ticket), "passkey-login"),
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
}
