import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { checkNewPassword, readingContact, withNewPassword } from "../account/password/check-password.ts";
import { serveWithPassword } from "../account/password/serve-with-password.ts";
import { noteSecurityEvent, originOf, readSecurityEvents } from "../account/security-events.ts";
import { endOwnSession, endSessionsBut, readSessions } from "../account/session/session-store.ts";
import { messages } from "../reset/contract.ts";
import { changeOwnPassword } from "./change-password.ts";
import * as contract from "./contract.ts";
import { deleteAccount } from "./delete-account.ts";
import { gatherData } from "./gather-data.ts";
import { toEvent, toPersonalData, toSession } from "./to-answer.ts";

const HOUR = 60 * 60;
/** Most events listed. */
const EVENTS = 50;

/** The security of one's own account: devices, events, password, data, deletion. */
export function securityRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const { db } = database;
  const downloads = new RateLimit(shop, { name: "my-data-account", tries: 10, seconds: HOUR });

  serve(app, shop, contract.listSessions, async ({ visitor: { userId, sessionId } }) => ({
    data: (await readSessions(db, userId)).map((session) => toSession(session, sessionId)),
  }));

  serve(app, shop, contract.endSession, async ({ input, visitor: { userId }, http }) => {
    await database.transact(async ({ tx, withCommit }) => {
      if (!(await endOwnSession(tx, userId, input._id))) throw refuse.notFound(t("Session not found"));
      withCommit(noteSecurityEvent(tx, { kind: "session-ended", userId, from: originOf(http) }));
    });
    return { message: t("Device logged out") };
  });

  serve(app, shop, contract.endOtherSessions, async ({ visitor: { userId, sessionId }, http }) => {
    const ended = await database.transact(async ({ tx, withCommit }) => {
      const count = await endSessionsBut(tx, userId, sessionId);
      if (count > 0) withCommit(noteSecurityEvent(tx, { kind: "other-sessions-ended", userId, from: originOf(http) }));
      return count;
    });
    return { data: { ended }, message: t("All other devices logged out") };
  });

  serve(app, shop, contract.listSecurityEvents, async ({ visitor }) => ({
    data: (await readSecurityEvents(db, visitor.userId, EVENTS)).map(toEvent),
  }));

  serve(
    app,
    shop,
    contract.changePassword,
    async ({ input, visitor: { userId, twoStep }, ahead, http }) => {
      const { password, newPassword, confirmPassword } = input;
      if (newPassword !== confirmPassword) throw refuse.badInput(messages.passwordsDiffer);
      const asked = { userId, password, newPassword, ahead, http };
      const data = await withNewPassword(shop, asked, async ({ passwordHash: comparedHash, ...person }, allowed, newHash) => {
        checkNewPassword("newPassword", newPassword, person.email);
        return changeOwnPassword(shop, { ...person, userId, comparedHash, newHash, twoStep, http, allowed });
      });
      return { data, message: t("Password changed. All other devices are logged out.") };
    },
    readingContact(shop),
  );

  serve(app, shop, contract.downloadData, async ({ visitor, http }) => {
    await downloads.count(visitor.userId);
    const { userId } = visitor;
    const noted = noteSecurityEvent(db, { kind: "data-downloaded", userId, from: originOf(http) });
    const [gathered] = await Promise.all([database.read((one) => gatherData(one, userId)), noted]);
    const data = toPersonalData(gathered, visitor.sessionId);
    http?.reply.header("content-disposition", `attachment; filename="${t("my-data-{day}.json", { day: data.madeAt.slice(0, 10) })}"`);
    return { data };
  });

  serveWithPassword(app, shop, contract.deleteAccount, async ({ visitor: { userId }, http, known, allowed }) => {
    await deleteAccount(shop, { userId, known, from: originOf(http), ip: http?.request.ip, allowed });
    return { message: t("Your account was deleted") };
  });
}
