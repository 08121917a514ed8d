import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { emailTwoStepChanged } from "../emails.ts";
import { noteSecurityEvent, originOf, type Origin } from "../security-events.ts";
import { forgetOtherPlaces } from "../session/known-places.ts";
import { markTwoStep, readSession } from "../session/session-store.ts";
import { lockForChange } from "../store.ts";
import { hashOfCode, newRecoveryCodes } from "./recovery-codes.ts";
import * as store from "./store.ts";

interface Adding {
  userId: string;
  sessionId: string;
  http: { request: FastifyRequest; reply: FastifyReply } | null;
  /** What to tell the person. */
  what: string;
}

/**
 * Records that a step was added. With the first one, other places are forgotten: someone who only knew the password made them known.
 * @param check returns how to store it, with the commit
 * @returns recovery codes, if the person had none
 */
export async function addStep(
  { config, database }: Shop,
  { userId, sessionId, http, what }: Adding,
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
    const { headers, places } = forgetOtherPlaces(tx, config, userId, http);
    withCommit(store.replaceRecoveryCodes(tx, userId, codes.map(hashOfCode)), places);
    return { codes, headers };
  });
  http?.reply.headers(headers);
  return codes;
}

interface Changing {
  userId: string;
  from: Origin;
  /** Nothing changes if it rejects. */
  allowed: Promise<unknown>;
}

/** Removes a step. Without another one, recovery codes are of no use and are removed too. @param work returns what to tell the person */
export function removeStep(
  database: Shop["database"],
  { userId, from, allowed }: Changing,
  work: (tx: Db) => Promise<string>,
): Promise<void> {
  return database.transact(async ({ tx, withCommit }) => {
    const [account, what, left] = await Promise.all([lockForChange(tx, userId), work(tx), store.readSteps(tx, userId), allowed]);
    if (!account) throw refuse.unauthenticated();
    withCommit(tell(tx, { userId, email: account.email, from, what }));
    if (!left.authenticator && !left.passkey) withCommit(store.replaceRecoveryCodes(tx, userId, []));
  });
}

export function replaceCodes(database: Shop["database"], { userId, from, allowed }: Changing, codes: readonly string[]): Promise<void> {
  return database.transact(async ({ tx, withCommit }) => {
    const [account, { authenticator, passkey }] = await Promise.all([lockForChange(tx, userId), store.readSteps(tx, userId), allowed]);
    if (!account) throw refuse.unauthenticated();
    if (!authenticator && !passkey) throw refuse.conflict(t("Turn on two-step login first."));
    withCommit(
      store.replaceRecoveryCodes(tx, userId, codes.map(hashOfCode)),
      tell(tx, { userId, email: account.email, from, what: t("The recovery codes were replaced") }),
    );
  });
}

/** @throws Refusal 403 unless the address's owner has confirmed it: a step outlives a new password */
export function checkOwner({ ownerConfirmed }: { ownerConfirmed: boolean }): void {
  if (!ownerConfirmed) throw refuse.forbidden(t("Confirm your email address in this browser first. Use the link that we email you."));
}

async function tell(tx: Db, { userId, email, from, what }: { userId: string; email: string; from: Origin; what: string }): Promise<void> {
  await Promise.all([
    noteSecurityEvent(tx, { kind: "two-step-changed", userId, from, detail: what }),
    emailTwoStepChanged(tx, userId, email, what),
  ]);
}
