import type { FastifyInstance, FastifyRequest } from "fastify";
import { isDuplicate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import { bearer, serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { confirmEmail } from "./change-email.ts";
import * as contract from "./contract.ts";
import { AccountLimits } from "./limits.ts";
import { askToVerify } from "./emails.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { judgePassword, PASSWORD_REFUSED } from "./rules.ts";
import { noteSecurityEvent, originOf } from "./security-events.ts";
import { Sessions } from "./sessions.ts";
import * as store from "./store.ts";
import { VerificationTokens } from "./verification-token.ts";

/** Registration, signing in and out, and the signed-in person. */
export function accountRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const sessions = new Sessions(shop);
  const limits = new AccountLimits(shop);
  const links = new VerificationTokens(shop.config.jwtSecret);

  serve(app, shop, contract.register, async ({ input, http }) => {
    const { name, email, password } = input;
    if (password !== input.confirmPassword) throw refuse.badInput(contract.messages.passwordsDiffer);
    const judged = judgePassword(password, email);
    if (!judged.ok) throw refuse.badInput(`password ${PASSWORD_REFUSED[judged.reason]}`);
    await limits.countRegistration(ipOf(http), email);
    const _id = newId();
    try {
      const passwordHash = await hashPassword(password);
      await shop.database.transact(async (tx) => {
        await store.insertUser(tx, { id: _id, name, email, passwordHash });
        await askToVerify(tx, _id, email);
        await noteSecurityEvent(tx, { kind: "registered", userId: _id, from: originOf(http) });
      });
    } catch (error) {
      refuseDuplicate(error);
    }
    return { data: { _id }, message: "Your account is ready. Please log in." };
  });

  serve(app, shop, contract.verifyEmail, async ({ input, http }) => {
    const claims = await links.read(input.token);
    const isTheirs = claims && (await confirmEmail(shop.database, claims, originOf(http)).catch(refuseDuplicate));
    if (!isTheirs) throw refuse.badInput("token is no longer valid; please ask for a new letter");
    return { data: { email: claims.email }, message: "Thank you, your e-mail address is confirmed." };
  });

  serve(app, shop, contract.login, async ({ input, http }) => {
    const pardon = await limits.countLogin(ipOf(http), input.email);
    const user = await store.readCredentials(db, input.email);
    const matches = await isPassword(input.password, user?.passwordHash);
    const from = originOf(http);
    if (!user || !matches || user.status !== "Active") {
      await noteSecurityEvent(db, { kind: "login-failed", userId: user?.id ?? null, from });
    }
    if (!user || !matches) throw refuse.unauthenticated("The e-mail address or the password is wrong");
    await pardon();
    if (user.status !== "Active") throw refuse.forbidden("This account is closed at the moment. Please write to us.");
    const tokens = await sessions.begin(user, from);
    return {
      data: { accesstoken: tokens.accessToken, refreshToken: tokens.refreshToken },
      message: `Welcome, ${user.name}!`,
    };
  });

  serve(app, shop, contract.refresh, async ({ http }) => {
    const token = tokenOf(http);
    await limits.countRefresh(ipOf(http), await sessions.ownerOf(token));
    return { data: await sessions.renew(token, originOf(http)) };
  });

  serve(app, shop, contract.userDetails, async ({ visitor }) => {
    const user = await store.readUser(db, visitor.userId);
    if (!user) throw refuse.unauthenticated();
    return { data: user };
  });

  serve(app, shop, contract.logout, async ({ http }) => {
    await sessions.end(tokenOf(http), originOf(http));
    return { message: "You are logged out. See you soon!" };
  });
}

function refuseDuplicate(error: unknown): never {
  throw isDuplicate(error) ? refuse.conflict("This e-mail address is already registered") : error;
}

const ipOf = (http: { request: FastifyRequest } | null) => http?.request.ip ?? "";

/** @throws Refusal 401 without a bearer token */
function tokenOf(http: { request: FastifyRequest } | null): string {
  const token = http && bearer(http.request);
  if (!token) throw refuse.unauthenticated();
  return token;
}
