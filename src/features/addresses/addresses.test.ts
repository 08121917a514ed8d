import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { untilBlocked } from "../../../tests/support/until-blocked.ts";
import { userDetails } from "../account/contract.ts";
import { requestKeys } from "../idempotency/tables.ts";
import { createAddress, listAddresses, removeAddress, updateAddress } from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const home = {
  address_line: "Calle Mayor 1",
  city: "Madrid",
  state: "Madrid",
  country: "Spain",
  pincode: "28013",
  mobile: "+34 600 000 000",
};

async function save(token: string, fields: Partial<typeof home> = {}): Promise<string> {
  return (await call(createAddress, { ...home, ...fields }, { token })).body.data._id;
}
const linesOf = async (token: string) =>
  (await call(listAddresses, undefined, { token })).body.data.map((a: { address_line: string }) => a.address_line);

test("API-23 API-31 an address is saved for the logged-in user with the specified fields", async () => {
  const { user, token } = await signUp(shop);
  const other = await signUp(shop);
  const foreign = { ...home, userId: other.user._id };
  const saved = await call(createAddress, foreign, { token });
  expect(saved).toMatchObject({ status: 200, body: { success: true, error: false, message: "Address saved" } });
  expect(saved.body.data).toEqual({ ...home, _id: saved.body.data._id, userId: user._id, status: true });
  expect((await call(userDetails, undefined, { token })).body.data.address_details).toEqual([saved.body.data._id]);
});

test("an address sent again with its Idempotency-Key is saved once; another one is refused", async () => {
  const { token } = await signUp(shop);
  const send = (fields: Partial<typeof home> = {}) =>
    call(createAddress, { ...home, ...fields }, { token, headers: { "idempotency-key": "k" } });
  const answers = await Promise.all([send(), send(), send()]);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.data._id}`)).size).toBe(1);
  expect(await linesOf(token)).toEqual([home.address_line]);
  expect((await send({ city: "Toledo" })).status).toBe(422);
});

test("an address that waits for its Idempotency-Key locks nothing else meanwhile", async () => {
  const { user, token } = await signUp(shop);
  let waiting: Promise<{ status: number }> | undefined;
  await shop.shop.database.transact(async ({ tx }) => {
    await tx.insert(requestKeys).values({ userId: user._id, key: "k", requestHash: "of another request", madeId: user._id });
    waiting = call(createAddress, home, { token, headers: { "idempotency-key": "k" } });
    await untilBlocked(shop);
    await tx.execute(sql`select from user_account where id = ${user._id} for no key update nowait`);
  });
  expect((await waiting)?.status).toBe(422);
});

test("ADDR-4 the list shows what was just added, changed and removed", async () => {
  const { user, token } = await signUp(shop);
  const first = await save(token, { address_line: "First" });
  const second = await save(token, { address_line: "Second" });
  expect(await linesOf(token)).toEqual(["Second", "First"]);

  const changed = await call(updateAddress, { ...home, _id: first, address_line: "  Changed " }, { token });
  expect(changed).toMatchObject({
    status: 200,
    body: { message: "Address updated", data: { _id: first, userId: user._id, address_line: "Changed" } },
  });
  expect(await linesOf(token)).toEqual(["Second", "Changed"]);

  expect(await call(removeAddress, { _id: second }, { token })).toMatchObject({ status: 200, body: { message: "Address Remove" } });
  expect(await linesOf(token)).toEqual(["Changed"]);
});

test("API-23 an address stays with its owner, whatever userId an update names", async () => {
  const { user, token } = await signUp(shop);
  const other = await signUp(shop);
  const id = await save(token);
  for (const userId of [other.user._id, "0".repeat(32), "nobody", null, { _id: other.user._id }]) {
    const changed = await call(updateAddress, { ...home, _id: id, userId }, { token });
    expect(changed).toMatchObject({ status: 200, body: { data: { _id: id, userId: user._id } } });
  }
  expect(await linesOf(other.token)).toEqual([]);
});

test("ADDR-2 a removed address stays stored with status false and can be neither changed nor removed again", async () => {
  const { token } = await signUp(shop);
  const id = await save(token);
  await call(removeAddress, { _id: id }, { token });
  const { rows } = await shop.shop.database.pool.query("select status from address where id = $1", [id]);
  expect(rows).toEqual([{ status: false }]);
  expect((await call(updateAddress, { ...home, _id: id }, { token })).status).toBe(404);
  expect((await call(removeAddress, { _id: id }, { token })).status).toBe(404);
  expect((await call(userDetails, undefined, { token })).body.data.address_details).toEqual([]);
});

test("the newest 50 removed addresses stay stored", async () => {
  const { user, token } = await signUp(shop);
  const { pool } = shop.shop.database;
  await pool.query(
    `insert into address (id, user_id, address_line, city, state, country, pincode, mobile, status)
     select to_char(n, 'FM0000') || $1, $1, n, 'Lima', 'Lima', 'Peru', '1', '1', false from generate_series(1, 70) n`,
    [user._id],
  );
  await save(token);
  const { rows } = await pool.query("select address_line as n from address where user_id = $1 and not status order by id", [user._id]);
  expect([rows.length, rows[0].n]).toEqual([50, "21"]);
});

test("API-23 someone else's address is not found", async () => {
  const ana = await signUp(shop);
  const eva = await signUp(shop);
  const id = await save(ana.token);
  for (const answer of [
    await call(updateAddress, { ...home, _id: id, address_line: "Eva's" }, { token: eva.token }),
    await call(removeAddress, { _id: id }, { token: eva.token }),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { message: "Address not found" } });
  }
  expect(await linesOf(ana.token)).toEqual(["Calle Mayor 1"]);
  expect(await linesOf(eva.token)).toEqual([]);
});

test("the address of the latest order comes first", async () => {
  const { token } = await signUp(shop);
  const used = await save(token, { address_line: "Used" });
  await save(token, { address_line: "Newer" });
  await shop.shop.database.pool.query("update address set used_at = now() where id = $1", [used]);
  expect(await linesOf(token)).toEqual(["Used", "Newer"]);
});

test.each(["address_line", "city", "state", "country", "pincode", "mobile"])("ADDR-3 %s is required and plain text", async (field) => {
  const { token } = await signUp(shop);
  for (const wrong of [{ [field]: " " }, { [field]: undefined }, { [field]: 7 }, { [field]: "x".repeat(201) }]) {
    const answer = await call(createAddress, { ...home, ...wrong }, { token });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(new RegExp(`^${field} `));
  }
  expect((await call(createAddress, { ...home, [field]: "no-fmt '; drop" }, { token })).body.data[field]).toBe("no-fmt '; drop");
});

test("line breaks in a field become spaces", async () => {
  const { token } = await signUp(shop);
  const { body } = await call(createAddress, { ...home, address_line: "\tCalle Mayor\r\n1\u0007 " }, { token });
  expect(body.data.address_line).toBe("Calle Mayor 1");
});

test("a person has at most 50 addresses, even when they are saved concurrently", async () => {
  const { token } = await signUp(shop);
  const answers = await Promise.all(Array.from({ length: 60 }, () => call(createAddress, home, { token })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: { message: /50 addresses/ } });
});

test("an invalid id is a 400", async () => {
  const { token } = await signUp(shop);
  expect(await call(removeAddress, { _id: "1 or 1=1" }, { token })).toMatchObject({ status: 400, body: { message: "_id is not an id" } });
});
