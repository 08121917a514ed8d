import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { pageOf } from "#server/http/page-of.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import type { Role } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { serveWithPassword } from "../account/password/serve-with-password.ts";
import { lockPerson, readPeople, type Person } from "../account/people-store.ts";
import { originOf } from "../account/security-events.ts";
import { readAccount } from "../account/store.ts";
import { resetSteps } from "../account/two-step/reset-steps.ts";
import { noteChange } from "../audit/note-change.ts";
import { changePerson } from "./change-person.ts";
import * as contract from "./contract.ts";

const PAGE = 50;

/** What a person is after a change of role. */
const NOW: Readonly<Record<Role, (name: string) => string>> = {
  USER: (name) => t("{name} no longer works in the shop", { name }),
  PICKER: (name) => t("{name} is now a picker", { name }),
  MANAGER: (name) => t("{name} is now a manager", { name }),
  ADMIN: (name) => t("{name} is now an admin", { name }),
};

/** Who runs the shop, and who is suspended. */
export function staffRoutes(app: FastifyInstance, shop: Shop): void {
  serve(app, shop, contract.listStaff, async ({ input: { search, role, before } }) => {
    const rows = await readPeople(shop.database.db, { search, role, before, limit: PAGE + 1 });
    return pageOf(rows.map(toPerson), PAGE);
  });

  serveWithPassword(app, shop, contract.changeRole, async ({ input: { _id, role }, visitor, http, allowed }) => {
    const person = await changePerson(shop, _id, { role }, { adminId: visitor.userId, from: originOf(http) }, allowed);
    return { data: toPerson(person), message: NOW[role](person.name) };
  });

  serveWithPassword(app, shop, contract.resetTwoStep, async ({ input: { _id }, visitor: { userId: adminId }, http, allowed }) => {
    if (_id === adminId) throw refuse.conflict(t("Change your own second steps under Security, or ask another admin."));
    const person = await shop.database.transact(async ({ tx, withCommit }) => {
      const [found, account] = await Promise.all([lockPerson(tx, _id), readAccount(tx, _id), allowed]);
      if (!found || !account) throw refuse.notFound(t("User not found"));
      const noted = { kind: "user", thingId: _id, thingName: found.name, action: "changed" } as const;
      withCommit(resetSteps(tx, account, originOf(http)), noteChange(tx, adminId, { ...noted, before: {}, after: { twoStep: "reset" } }));
      return found;
    });
    return { data: toPerson(person), message: t("{name} now logs in with a password only", { name: person.name }) };
  });

  serve(app, shop, contract.changeStatus, async ({ input: { _id, status }, visitor, http }) => {
    const person = await changePerson(shop, _id, { status }, { adminId: visitor.userId, from: originOf(http) });
    const { name } = person;
    const message = status === "Active" ? t("{name} can log in again", { name }) : t("{name} is suspended", { name });
    return { data: toPerson(person), message };
  });
}

const toPerson = ({ id, lastLoginAt, createdAt, ...row }: Person): contract.Person => ({
  _id: id,
  ...row,
  last_login_date: lastLoginAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});
