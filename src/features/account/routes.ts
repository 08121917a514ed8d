import type { FastifyInstance, FastifyRequest } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import { isDuplicate } from "#server/db/sql-state.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import { queueKeyOf } from "#server/limits/networks.ts";
import { bearer } from "#server/http/bearer.ts";
import { serve } from "#server/http/serve.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { confirmEmail } from "./profile/change-email.ts";
import { checkNewPassword } from "./password/check-password.ts";
import * as contract from "./contract.ts";
import { accountLimits } from "./limits.ts";
import { askToVerify } from "./emails.ts";
import { readKnownPlaces } from "./session/known-places.ts";
import { hashPassword, isPassword } from "./password/passwords.ts";
import { noteSecurityEvent, originOf } from "./security-events.ts";
import { Sessions } from "./session/sessions.ts";
import { SignIn } from "./session/sign-in.ts";
import * as store from "./store.ts";
import { SecondStep } from "./two-step/second-step.ts";
import { VerificationTokens } from "./verification-token.ts";

/** Registration, login, logout, token refresh and email confirmation. */
export function accountRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const sessions = new Sessions(shop);
  const signIn = new SignIn(shop, sessions);
  const secondStep = new SecondStep(shop);
  const limits = accountLimits(shop);
  const recipients = recipientLimit(shop);
  const links = new VerificationTokens(shop.config.jwtSecret);

  serve(app, shop, contract.register, async ({ input, http }) => {
    const { name, email, password } = input;
    if (password !== input.confirmPassword) throw refuse.badInput(contract.messages.passwordsDiffer);
    checkNewPassword("password", password, email);
    await limits.countRegistration(ipOf(http), email);
    const _id = newId();
    const mayAsk = await recipients.allows({ email, isConfirmed: false }, http?.request.ip);
    try {
      const passwordHash = await hashPassword(password, queueKeyOf(ipOf(http)));
      await shop.database.transact(async ({ tx, withCommit }) => {
        withCommit(
          store.insertUser(tx, { id: _id, name, email, passwordHash }),
          ...(mayAsk ? [askToVerify(tx, _id, email)] : []),
          noteSecurityEvent(tx, { kind: "registered", userId: _id, from: originOf(http) }),
        );
      });
    } catch (error) {
      if (mayAsk) await recipients.giveBack(email, http?.request.ip);
      refuseDuplicate(error);
    }
    return { data: { _id }, message: t("Your account is ready. Please log in.") };
  });

  serve(app, shop, contract.verifyEmail, async ({ input, http }) => {
    const claims = await links.read(input.token);
    const isTheirs = claims && (await confirmEmail(shop, claims, http).catch(refuseDuplicate));
    if (!isTheirs) throw refuse.badInput(t("This link no longer works. Ask for a new email."), "token");
    return { data: { email: claims.email }, message: t("Thanks, your email address is confirmed.") };
  });

  serve(app, shop, contract.login, async ({ input: { email, password }, http }) => {
    const [{ place, devices }, user] = await Promise.all([readKnownPlaces(shop, email, http), store.readCredentials(db, email)]);
    const pardon = await limits.countLogin({ ip: ipOf(http), email, place });
    const matches = await isPassword(password, user?.passwordHash, queueKeyOf(ipOf(http)));
    if (!user || !matches || user.status !== "Active") {
      await noteSecurityEvent(db, { kind: "login-failed", userId: user?.id ?? null, from: originOf(http) });
    }
    if (!user || !matches) throw refuse.unauthenticated(t("Wrong email or password"));
    if (user.status !== "Active") {
      await pardon();
      throw refuse.forbidden(t("This account is suspended. Please contact us."));
    }
    const begin = async () => {
      const due = await secondStep.due(user);
      if (due) throw refuse.unauthenticated(t("Confirm that it's you to finish logging in."), due);
      return signIn.begin(user, http, { devices });
    };
    const [{ accessToken: accesstoken, refreshToken }] = await Promise.all([begin(), pardon()]);
    return { data: { accesstoken, refreshToken }, message: t("Welcome, {name}", { name: user.name }) };
  });

  serve(app, shop, contract.refresh, async ({ http }) => {
    const token = tokenOf(http);
    const [owner] = await Promise.all([sessions.ownerOf(token), limits.countRefresh(ipOf(http))]);
    const allowed = owner ? awaitedLater(limits.countRefreshOf(owner)) : undefined;
    return { data: await sessions.renew(token, originOf(http), allowed) };
  });

  serve(app, shop, contract.logout, async ({ http }) => {
    await sessions.end(tokenOf(http), originOf(http));
    return { message: t("You are logged out") };
  });
}

function refuseDuplicate(error: unknown): never {
  throw isDuplicate(error) ? refuse.conflict(t("This email address is already registered")) : error;
}

const ipOf = (http: { request: FastifyRequest } | null) => http?.request.ip ?? "";

/** @throws Refusal 401 without a bearer token */
function tokenOf(http: { request: FastifyRequest } | null): string {
  const token = http && bearer(http.request);
  if (!token) throw refuse.unauthenticated();
  return token;
}
