import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { RateLimit } from "#server/http/rate-limit.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { checkOwnPassword } from "../account/check-password.ts";
import { AccountLimits } from "../account/limits.ts";
import { judgePassword, PASSWORD_REFUSED } from "../account/rules.ts";
import { noteSecurityEvent, originOf } from "../account/security-events.ts";
import { changeOwnPassword } from "./change-password.ts";
import * as contract from "./contract.ts";
import { deleteAccount } from "./delete-account.ts";
import { gatherData, readOwnEvents, readOwnSessions } from "./gather-data.ts";
import { endOwnSession, endSessionsBut } from "./store.ts";

const HOUR = 60 * 60;
/** Events that are shown. */
const EVENTS = 50;

/** What people see and do for the safety of their own account: devices, events, password, data, leaving. */
export function securityRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const { db } = database;
  const limits = new AccountLimits(shop);
  const downloads = new RateLimit(shop, { name: "my-data-account", tries: 10, seconds: HOUR });

  serve(app, shop, contract.listSessions, async ({ visitor }) => ({ data: await readOwnSessions(db, visitor) }));

  serve(app, shop, contract.endSession, async ({ input, visitor: { userId }, http }) => {
    await database.transact(async (tx) => {
      if (!(await endOwnSession(tx, userId, input._id))) throw refuse.notFound("Session");
      await noteSecurityEvent(tx, { kind: "session-ended", userId, from: originOf(http) });
    });
    return { message: "The device is logged out" };
  });

  serve(app, shop, contract.endOtherSessions, async ({ visitor: { userId, sessionId }, http }) => {
    const ended = await database.transact(async (tx) => {
      const count = await endSessionsBut(tx, userId, sessionId);
      if (count > 0) await noteSecurityEvent(tx, { kind: "other-sessions-ended", userId, from: originOf(http) });
      return count;
    });
    return { data: { ended }, message: "All other devices are logged out" };
  });

  serve(app, shop, contract.listSecurityEvents, async ({ visitor }) => ({ data: await readOwnEvents(db, visitor.userId, EVENTS) }));

  serve(app, shop, contract.changePassword, async ({ input, visitor: { userId }, http }) => {
    const { password, newPassword, confirmPassword } = input;
    if (newPassword !== confirmPassword) throw refuse.badInput("New password and confirm password must be same.");
    const { email, passwordHash } = await checkOwnPassword(shop, limits, { userId, password, http });
    const judged = judgePassword(newPassword, email);
    if (!judged.ok) throw refuse.badInput(`newPassword ${PASSWORD_REFUSED[judged.reason]}`);
    const change = { userId, comparedHash: passwordHash, newPassword, from: originOf(http) };
    return { data: await changeOwnPassword(shop, change), message: "Your password is changed. All other devices are logged out." };
  });

  serve(app, shop, contract.downloadData, async ({ visitor, http }) => {
    await downloads.count(visitor.userId);
    await noteSecurityEvent(db, { kind: "data-downloaded", userId: visitor.userId, from: originOf(http) });
    const data = await gatherData(db, visitor);
    http?.reply.header("content-disposition", `attachment; filename="my-data-${data.madeAt.slice(0, 10)}.json"`);
    return { data };
  });

  serve(app, shop, contract.deleteAccount, async ({ input, visitor: { userId }, http }) => {
    const { passwordHash } = await checkOwnPassword(shop, limits, { userId, password: input.password, http });
    await deleteAccount(shop, { userId, comparedHash: passwordHash, from: originOf(http) });
    return { message: "Your account is deleted. Thank you for having been here." };
  });
}
