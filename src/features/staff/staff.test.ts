import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { login, refresh, userDetails } from "../account/contract.ts";
import { listAdminChanges } from "../audit/contract.ts";
import { listAllOrders } from "../orders/admin/contract.ts";
import { deleteAccount, listSecurityEvents } from "../security/contract.ts";
import type { Role } from "#shared/roles.ts";
import { makeAdmin, PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { changeRole, changeStatus, listStaff, type Person } from "./contract.ts";

const shop = await openTestShop();
const { db } = shop.shop.database;
const { call } = shop;

// Each test has the admins it makes.
beforeEach(async () => {
  await db.execute(sql`update user_account set role = 'USER'`);
});

const isOnly = { status: 409, body: { message: "This is the only admin. Make someone else an admin first." } };

/** The statuses and messages of every call here, made by somebody. */
async function callAll(token?: string) {
  const { user } = await signUp(shop);
  const options = token ? { token } : {};
  const answers = await Promise.all([
    call(listStaff, {}, options),
    call(changeRole, { _id: user._id, role: "ADMIN", password: PASSWORD }, options),
    call(changeStatus, { _id: user._id, status: "Suspended" }, options),
  ]);
  return { statuses: answers.map(({ status }) => status), messages: answers.map(({ body }) => body.message) };
}

test("ADM-14 API-32 only admins can see or change people; a former admin cannot", async () => {
  const [first, second, shopper] = [await makeAdmin(shop), await makeAdmin(shop), await signUp(shop)];
  expect((await callAll()).statuses).toEqual([401, 401, 401]);
  expect((await callAll(shopper.token)).statuses).toEqual([403, 403, 403]);
  expect((await callAll(second.token)).statuses).toEqual([200, 200, 200]);
  expect((await call(changeRole, { _id: second.user._id, role: "USER", password: PASSWORD }, first)).status).toBe(200);
  expect((await callAll(second.token)).messages).toEqual(Array(3).fill("Do not have permission"));
});

describe("the list of people", () => {
  test("finds people by part of their name or email address, in any case, and takes wildcards literally", async () => {
    const admin = await makeAdmin(shop);
    const find = async (search: string) => {
      const { body } = await call(listStaff, { search }, admin);
      return body.data.map(({ name }: Person) => name);
    };
    await signUp(shop, { name: "Zoë 100% Quill", email: "z_quill@farm.example" });
    await signUp(shop, { name: "Zacharias Quillan" });
    expect(await find("quill")).toEqual(["Zacharias Quillan", "Zoë 100% Quill"]);
    expect(await find("Z_QUILL@")).toEqual(["Zoë 100% Quill"]);
    expect(await find("0% q")).toEqual(["Zoë 100% Quill"]);
    expect(await find("z%l")).toEqual([]);
    expect(await find("\\")).toEqual([]);
  });

  test("has pages of 50 without gaps or duplicates while people register, and filters by role", async () => {
    const admin = await makeAdmin(shop);
    const people = await Promise.all(Array.from({ length: 60 }, () => signUp(shop, { name: "Page Turner" })));
    const first = await call(listStaff, { search: "Page Turner" }, admin);
    await signUp(shop, { name: "Page Turner" });
    const second = await call(listStaff, { search: "Page Turner", before: first.body.next }, admin);
    const ids = [...first.body.data, ...second.body.data].map(({ _id }: Person) => _id);
    expect([first.body.data.length, second.body.data.length, second.body.next]).toEqual([50, 10, null]);
    expect(new Set(ids)).toEqual(new Set(people.map(({ user }) => user._id)));
    const admins = await call(listStaff, { role: "ADMIN" }, admin);
    expect(admins.body.data).toMatchObject([{ _id: admin.user._id, role: "ADMIN", status: "Active", email: admin.user.email }]);
    expect(JSON.stringify(admins.body)).not.toMatch(/hash|argon/i);
  });

  test("begins with the staff, also across pages", async () => {
    const admin = await makeAdmin(shop);
    const people = await Promise.all(Array.from({ length: 52 }, () => signUp(shop, { name: "Order Keeper" })));
    const chosen = people[20]!.user._id;
    expect((await call(changeRole, { _id: chosen, role: "ADMIN", password: PASSWORD }, admin)).status).toBe(200);
    const first = await call(listStaff, { search: "Order Keeper" }, admin);
    const second = await call(listStaff, { search: "Order Keeper", before: first.body.next }, admin);
    const listed: Person[] = [...first.body.data, ...second.body.data];
    const others = people.map(({ user }) => user._id).filter((id) => id !== chosen);
    expect(listed.map(({ _id }) => _id)).toEqual([chosen, ...others.toSorted().toReversed()]);
  });

  test("omits deleted accounts, which cannot be restored either", async () => {
    const admin = await makeAdmin(shop);
    const gone = await signUp(shop, { name: "Gone Away" });
    expect((await call(deleteAccount, { password: PASSWORD }, gone)).status).toBe(200);
    const { body } = await call(listStaff, { search: "deleted" }, admin);
    expect(body.data).toEqual([]);
    for (const answer of [
      await call(changeStatus, { _id: gone.user._id, status: "Active" }, admin),
      await call(changeRole, { _id: gone.user._id, role: "ADMIN", password: PASSWORD }, admin),
      await call(changeRole, { _id: "0".repeat(32), role: "ADMIN", password: PASSWORD }, admin),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message: "User not found" } });
    expect((await call(changeRole, { _id: "nobody", role: "ADMIN", password: PASSWORD } as never, admin)).status).toBe(400);
  });

  test("includes a person whose email address looks like a deleted account's", async () => {
    const admin = await makeAdmin(shop);
    const { user } = await signUp(shop, { name: "Hidden Hand", email: "deleted-me@deleted.invalid" });
    expect((await call(listStaff, { search: "Hidden Hand" }, admin)).body.data).toHaveLength(1);
    expect((await call(changeStatus, { _id: user._id, status: "Suspended" }, admin)).status).toBe(200);
  });
});

describe("roles", () => {
  test("a new admin has access immediately; the person and the other admins are informed", async () => {
    const [admin, shopper] = [await makeAdmin(shop), await signUp(shop, { name: "Rosa Newhand" })];
    const answer = await call(changeRole, { _id: shopper.user._id, role: "ADMIN", password: PASSWORD }, admin);
    expect(answer).toMatchObject({ status: 200, body: { message: "Rosa Newhand is now an admin", data: { role: "ADMIN" } } });
    expect((await call(listStaff, {}, shopper)).status).toBe(200);
    expect((await call(listSecurityEvents, undefined, shopper)).body.data[0]).toMatchObject({
      kind: "role-changed",
      detail: "USER to ADMIN",
    });
    const { body } = await call(listAdminChanges, { kind: "user", id: shopper.user._id }, admin);
    expect(body.data).toMatchObject([
      { by: { _id: admin.user._id }, thingName: "Rosa Newhand", action: "changed", before: { role: "USER" }, after: { role: "ADMIN" } },
    ]);
  });

  test("a manager runs the shop but sees neither staff nor settings; a change of role is in effect with the next request", async () => {
    const [admin, person] = [await makeAdmin(shop), await signUp(shop, { name: "Mara Manager" })];
    const give = async (role: Role) => (await call(changeRole, { _id: person.user._id, role, password: PASSWORD }, admin)).body.message;
    const may = async () => {
      const answers = [await call(listAllOrders, {}, person), await call(listStaff, {}, person), await call(listAdminChanges, {}, person)];
      return answers.map(({ status }) => status);
    };
    expect(await may()).toEqual([403, 403, 403]);
    expect([await give("MANAGER"), ...(await may())]).toEqual(["Mara Manager is now a manager", 200, 403, 200]);
    // Changes of people are part of Staff.
    expect((await call(listAdminChanges, { kind: "user" }, person)).status).toBe(403);
    expect((await call(listAdminChanges, {}, person)).body.data).toEqual([]);
    expect((await call(listAdminChanges, { by: admin.user._id }, admin)).body.data).toMatchObject([
      { kind: "user", after: { role: "MANAGER" } },
    ]);
    expect((await call(listStaff, { role: "STAFF" }, admin)).body.data.map(({ role }: Person) => role)).toEqual(["MANAGER", "ADMIN"]);
    expect([await give("PICKER"), ...(await may())]).toEqual(["Mara Manager is now a picker", 403, 403, 403]);
    expect([await give("USER"), ...(await may())]).toEqual(["Mara Manager no longer works in the shop", 403, 403, 403]);
  });

  test("changing one needs the admin's password", async () => {
    const [admin, shopper] = [await makeAdmin(shop), await signUp(shop)];
    const give = (password?: string) => call(changeRole, { _id: shopper.user._id, role: "ADMIN", password } as never, admin);
    expect(await give()).toMatchObject({ status: 400, body: { message: "password is required" } });
    expect(await give("a stolen session knows no password")).toMatchObject({
      status: 400,
      body: { message: "That password isn't right. Try again." },
    });
    expect((await call(listStaff, { role: "ADMIN" }, admin)).body.data).toHaveLength(1);
    expect((await give(PASSWORD)).status).toBe(200);
    expect((await call(listSecurityEvents, undefined, admin)).body.data).toMatchObject([{ kind: "password-wrong" }, { kind: "login" }]);
  });

  test("setting the current value changes and records nothing", async () => {
    const [admin, shopper] = [await makeAdmin(shop), await signUp(shop)];
    expect((await call(changeRole, { _id: shopper.user._id, role: "USER", password: PASSWORD }, admin)).status).toBe(200);
    expect((await call(changeRole, { _id: admin.user._id, role: "ADMIN", password: PASSWORD }, admin)).status).toBe(200);
    expect((await call(listAdminChanges, { kind: "user", id: shopper.user._id }, admin)).body.data).toEqual([]);
  });

  test("the last active admin can neither step down nor suspend themselves", async () => {
    const [admin, suspended] = [await makeAdmin(shop), await makeAdmin(shop)];
    expect((await call(changeStatus, { _id: suspended.user._id, status: "Suspended" }, admin)).status).toBe(200);
    expect(await call(changeRole, { _id: admin.user._id, role: "USER", password: PASSWORD }, admin)).toMatchObject(isOnly);
    expect(await call(changeStatus, { _id: admin.user._id, status: "Suspended" }, admin)).toMatchObject(isOnly);
    expect((await call(changeRole, { _id: suspended.user._id, role: "USER", password: PASSWORD }, admin)).status).toBe(200);
    expect((await call(userDetails, undefined, admin)).body.data).toMatchObject({ role: "ADMIN", status: "Active" });
  });

  test.each(["role", "status"] as const)("of two admins who remove each other concurrently (%s), one stays", async (what) => {
    for (let round = 0; round < 5; round++) {
      await db.execute(sql`update user_account set role = 'USER'`);
      const pair = [await makeAdmin(shop), await makeAdmin(shop)] as const;
      const remove = (by: number) => {
        const _id = pair[1 - by]!.user._id;
        return what === "role"
          ? call(changeRole, { _id, role: "USER", password: PASSWORD }, pair[by])
          : call(changeStatus, { _id, status: "Suspended" }, pair[by]);
      };
      const statuses = (await Promise.all([remove(0), remove(1)])).map(({ status }) => status).toSorted((a, b) => a - b);
      // The refused one was either still an admin when asking, or no longer.
      expect(statuses[0]).toBe(200);
      expect([401, 403, 409]).toContain(statuses[1]);
      expect((await db.execute(sql`select 1 from user_account where role = 'ADMIN' and status = 'Active'`)).rows).toHaveLength(1);
    }
  });

  test("an admin removed a moment ago can no longer remove others", async () => {
    const [first, second, third] = [await makeAdmin(shop), await makeAdmin(shop), await makeAdmin(shop)];
    const [a, b] = await Promise.all([
      call(changeRole, { _id: second.user._id, role: "USER", password: PASSWORD }, first),
      call(changeRole, { _id: third.user._id, role: "USER", password: PASSWORD }, second),
    ]);
    const { rows } = await db.execute<{ id: string }>(sql`select id from user_account where role = 'ADMIN' order by id`);
    // Whichever came first: what was refused changed nothing.
    expect(rows.length).toBe(3 - [a, b].filter(({ status }) => status === 200).length);
    expect(rows.map(({ id }) => id)).toContain(first.user._id);
  });
});

describe("suspension", () => {
  test("ends the sessions immediately, is explained at login, and can be lifted", async () => {
    const [admin, shopper] = [await makeAdmin(shop), await signUp(shop, { name: "Luis Loud" })];
    const { email } = shopper.user;
    const answer = await call(changeStatus, { _id: shopper.user._id, status: "Suspended" }, admin);
    expect(answer).toMatchObject({ status: 200, body: { message: "Luis Loud is suspended", data: { status: "Suspended" } } });
    expect((await call(userDetails, undefined, shopper)).status).toBe(401);
    expect((await call(refresh, undefined, { token: shopper.refreshToken })).status).toBe(401);
    expect(await call(login, { email, password: PASSWORD })).toMatchObject({
      status: 403,
      body: { message: "This account is suspended. Please contact us." },
    });
    const back = await call(changeStatus, { _id: shopper.user._id, status: "Active" }, admin);
    expect(back.body.message).toBe("Luis Loud can log in again");
    // The old sessions stay ended, so whoever used them needs the password.
    expect((await call(userDetails, undefined, shopper)).status).toBe(401);
    const again = await call(login, { email, password: PASSWORD });
    const { body } = await call(listSecurityEvents, undefined, { token: again.body.data.accesstoken });
    expect(
      body.data.filter(({ kind }: { kind: string }) => kind === "status-changed").map(({ detail }: { detail: string }) => detail),
    ).toEqual(["Suspended to Active", "Active to Suspended"]);
  });

  test("no other status is accepted", async () => {
    const [admin, shopper] = [await makeAdmin(shop), await signUp(shop)];
    for (const status of ["Inactive", "active", ""]) {
      expect((await call(changeStatus, { _id: shopper.user._id, status } as never, admin)).status).toBe(400);
    }
  });
});
