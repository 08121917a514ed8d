import { beforeEach, describe, expect, test } from "vitest";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { makeAdmin, PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { login, register, userDetails } from "../account/contract.ts";
import { listAdminChanges } from "../audit/contract.ts";
import { addToCart } from "../cart/contract.ts";
import { deleteAccount } from "../security/contract.ts";
import { changeRole } from "../staff/contract.ts";
import * as contract from "./contract.ts";
import { deleteOldInvitations } from "./store.ts";

const shop = await openTestShop();
const { call } = shop;
const { pool, db } = shop.shop.database;
const admin = await makeAdmin(shop, { name: "Adela Admin" });

beforeEach(async () => {
  await pool.query("delete from staff_invitation");
});

let made = 0;
const newAddress = () => `new-${++made}@crew.example`;
const invite = (email: string, role: "PICKER" | "MANAGER" | "ADMIN" = "MANAGER", by = admin) =>
  call(contract.invite, { email, role, password: PASSWORD }, by);
/** The token in the newest invitation email to an address. */
async function tokenFor(email: string): Promise<string> {
  const [newest] = await shop.emailsTo(email);
  return /\/join\?token=([\w-]+)/.exec(newest?.text ?? "")?.[1] ?? "";
}
const open = (token: string) => call(contract.readInvitation, { token });
const NEW = { name: "Rosa Newhand", password: "a crate of quinces", confirmPassword: "a crate of quinces" };
const accept = (token: string, chosen: object = NEW) => call(contract.acceptInvitation, { token, ...chosen });
const logIn = async (email: string, password: string) =>
  (await call(login, { email, password })).body.data?.accesstoken as string | undefined;
const roleOf = async (token: string | undefined) => (await call(userDetails, undefined, { token })).body.data?.role;
const OVER = { status: 400, body: { message: contract.messages.over } };

describe("someone new", () => {
  test("gets a link by email, chooses a name and a password, and works here from the next request on", async () => {
    const email = newAddress();
    expect(await invite(email)).toMatchObject({
      status: 200,
      body: { message: `We sent an invitation to ${email}`, data: { email, role: "MANAGER", expired: false } },
    });
    const token = await tokenFor(email);
    expect((await shop.emailsTo(email))[0]?.text).toContain("Adela Admin has invited you to work at Despensa as a manager.");
    expect((await open(token)).body.data).toEqual({ email, role: "MANAGER", joins: false });
    expect((await accept(token, {})).status).toBe(400);
    expect((await accept(token, { ...NEW, confirmPassword: "another" })).body.message).toBe("password and confirm password must be same");
    expect((await accept(token, { ...NEW, password: "password", confirmPassword: "password" })).status).toBe(400);
    expect(await accept(token)).toMatchObject({ status: 200, body: { data: { email } } });
    expect(await roleOf(await logIn(email, NEW.password))).toBe("MANAGER");
    expect((await call(contract.listInvitations, undefined, admin)).body.data).toEqual([]);
    const { body } = await call(listAdminChanges, { kind: "user" }, admin);
    expect(body.data.slice(0, 2)).toMatchObject([
      { action: "joined", thingName: "Rosa Newhand", after: { role: "MANAGER" } },
      { action: "invited", thingName: email, by: { name: "Adela Admin" } },
    ]);
  });

  test("can use the link once, even twice at the same moment", async () => {
    const email = newAddress();
    await invite(email, "PICKER");
    const token = await tokenFor(email);
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => accept(token)))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    expect(await open(token)).toMatchObject(OVER);
  });

  test("can't use a link that was withdrawn, expired or replaced, or whose sender is no longer an admin", async () => {
    const email = newAddress();
    const { _id } = (await invite(email)).body.data;
    const first = await tokenFor(email);
    expect((await call(contract.resendInvitation, { _id }, admin)).status).toBe(200);
    const second = await tokenFor(email);
    expect(second).not.toBe(first);
    expect(await open(first)).toMatchObject(OVER);
    expect((await open(second)).status).toBe(200);

    await pool.query("update staff_invitation set expires_at = now() where id = $1", [_id]);
    expect(await accept(second)).toMatchObject(OVER);
    expect((await call(contract.listInvitations, undefined, admin)).body.data).toMatchObject([{ _id, expired: true }]);
    await call(contract.resendInvitation, { _id }, admin);
    expect((await call(contract.withdrawInvitation, { _id }, admin)).status).toBe(200);
    expect(await accept(await tokenFor(email))).toMatchObject(OVER);

    const other = await makeAdmin(shop);
    const another = newAddress();
    await invite(another, "ADMIN", other);
    await call(changeRole, { _id: other.user._id, role: "MANAGER", password: PASSWORD }, admin);
    expect(await accept(await tokenFor(another))).toMatchObject(OVER);
    for (const wrong of ["nonsense", _id, first.slice(1)]) expect(await open(wrong)).toMatchObject(OVER);
  });
});

describe("an account that exists", () => {
  test("joins as it is if its address is confirmed, and keeps its password", async () => {
    const { user, token: session } = await signUp(shop, { isConfirmed: true });
    await invite(user.email.toUpperCase(), "PICKER");
    const token = await tokenFor(user.email.toUpperCase());
    expect((await open(token)).body.data).toMatchObject({ joins: true });
    expect((await accept(token, {})).status).toBe(200);
    expect([await roleOf(session), await roleOf(await logIn(user.email, PASSWORD))]).toEqual(["PICKER", "PICKER"]);
  });

  test.each([
    ["nobody confirmed its address", false],
    ["its link was opened where nobody had logged in", true],
  ])("loses password and sessions if %s: whoever registered it must not get in", async (_case, isOpened) => {
    const email = newAddress();
    await call(register, { name: "Thief", email, password: PASSWORD, confirmPassword: PASSWORD });
    const stolen = await logIn(email, PASSWORD);
    await addAddress(shop, (await call(userDetails, undefined, { token: stolen })).body.data._id);
    await call(addToCart, { productId: await addProduct(shop) }, { token: stolen });
    if (isOpened) await pool.query("update user_account set verify_email = true where email = $1", [email]);
    await invite(email, "ADMIN");
    // The newest email is the invitation, the other asks to confirm the address.
    const token = await tokenFor(email);
    expect((await accept(token, {})).status).toBe(400);
    expect((await accept(token)).status).toBe(200);
    expect(await logIn(email, PASSWORD)).toBeUndefined();
    expect((await call(userDetails, undefined, { token: stolen })).status).toBe(401);
    const { body } = await call(userDetails, undefined, { token: await logIn(email, NEW.password) });
    expect(body.data).toMatchObject({ name: "Rosa Newhand", role: "ADMIN", verify_email: true, address_details: [], shopping_cart: [] });
  });

  test("keeps the invitation if someone registers its address and deletes that account", async () => {
    const thief = await signUp(shop, { email: newAddress() });
    await invite(thief.user.email);
    const token = await tokenFor(thief.user.email);
    expect((await call(deleteAccount, { password: PASSWORD }, thief)).status).toBe(200);
    expect((await accept(token)).status).toBe(200);
  });

  test("is not invited if it is suspended or works here already, and does not join if that happened meanwhile", async () => {
    expect((await invite(admin.user.email)).body.message).toBe("Someone with this address already works here");
    const { user } = await signUp(shop, { isConfirmed: true });
    await invite(user.email);
    const token = await tokenFor(user.email);
    await pool.query("update user_account set status = 'Suspended' where id = $1", [user._id]);
    expect((await accept(token, {})).status).toBe(409);
    await pool.query("update user_account set status = 'Active', role = 'ADMIN' where id = $1", [user._id]);
    expect((await accept(token, {})).body.message).toBe("You already work here. Log in to continue.");
    expect((await call(contract.listInvitations, undefined, admin)).body.data).toHaveLength(1);
  });
});

test("an invitation needs the admin's password, is open once per address, and only its hash is stored", async () => {
  const email = newAddress();
  expect((await call(contract.invite, { email, role: "ADMIN", password: "a guess" }, admin)).body.message).toBe(
    "That password isn't right. Try again.",
  );
  expect((await call(contract.invite, { email, role: "USER" as never, password: PASSWORD }, admin)).status).toBe(400);
  const both = await Promise.all([invite(email), invite(email.toUpperCase())]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [to] = (await call(contract.listInvitations, undefined, admin)).body.data as contract.Invitation[];
  const token = await tokenFor(to!.email);
  const { rows } = await pool.query("select * from staff_invitation");
  expect(rows).toHaveLength(1);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(rows)).not.toContain(token);
  const jobs = await pool.query("select payload::text from graphile_worker._private_jobs");
  expect(JSON.stringify(jobs.rows)).not.toContain(token);
});

test("there are at most a hundred open invitations; old ones and those of deleted accounts go", async () => {
  await pool.query(
    "insert into staff_invitation (id, email, role, invited_by, token_hash, expires_at) select 'i' || n, n || '@many.example', 'PICKER', $1, 'h' || n, now() - interval '31 days' from generate_series(1, 100) n",
    [admin.user._id],
  );
  expect((await invite(newAddress())).status).toBe(409);
  await deleteOldInvitations(db);
  const person = await signUp(shop, { isConfirmed: true });
  await invite(person.user.email);
  expect((await call(deleteAccount, { password: PASSWORD }, person)).status).toBe(200);
  expect((await call(contract.listInvitations, undefined, admin)).body.data).toEqual([]);
  const { body } = await call(listAdminChanges, { kind: "user" }, admin);
  expect(JSON.stringify(body.data)).not.toContain(person.user.email);
});

test("the links that strangers can try are limited", async () => {
  const limited = await openTestShop({ RATE_LIMIT: "on" });
  const statuses = new Set<number>();
  for (let n = 0; n < 101; n++) statuses.add((await limited.call(contract.readInvitation, { token: `guess-${n}` })).status);
  expect([...statuses]).toEqual([400, 429]);
});
