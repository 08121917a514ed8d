import { describe, expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { makeAdmin, PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { workOf } from "../../../tests/support/work-of.ts";
import { createAddress } from "../addresses/contract.ts";
import { login, logout, refresh, register, user, userDetails } from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const { pool } = shop.shop.database;

const person = (email: string) => ({ name: "Maria", email, password: PASSWORD, confirmPassword: PASSWORD });
const workOfWrongPassword = (email: string) => workOf(() => call(login, { email, password: "not the password" }));
const detailsOf = async (token: string) => call(userDetails, undefined, { token });

describe("registering", () => {
  test("API-2 ACC-2 opens an account without logging anyone in", async () => {
    const answer = await call(register, person("New@Shop.example"));
    expect(answer).toMatchObject({ status: 200, body: { success: true, error: false, message: "Your account is ready. Please log in." } });
    expect(Object.keys(answer.body.data)).toEqual(["_id"]);
    const { rows } = await pool.query("select * from user_account where id = $1", [answer.body.data._id]);
    expect(rows).toMatchObject([{ name: "Maria", email: "New@Shop.example", role: "USER", status: "Active", verify_email: false }]);
    expect((await pool.query("select 1 from session where user_id = $1", [answer.body.data._id])).rowCount).toBe(0);
  });

  test("stores an argon2id hash of the password with its own salt", async () => {
    for (const email of ["salt1@shop.example", "salt2@shop.example"]) await call(register, person(email));
    const { rows } = await pool.query<{ hash: string }>("select password_hash as hash from user_account where email like 'salt%'");
    for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(rows[0]!.hash).not.toBe(rows[1]!.hash);
  });

  test("ACC-2 passwords that differ are a 400 with the specified message", async () => {
    const answer = await call(register, { ...person("two@shop.example"), confirmPassword: "another one" });
    expect(answer).toMatchObject({ status: 400, body: { error: true, message: "password and confirm password must be same" } });
  });

  test("an email address that is already registered is a 409, whatever its case and surrounding spaces", async () => {
    await call(register, person("twice@shop.example"));
    for (const email of ["twice@shop.example", "TWICE@Shop.Example", "  twice@shop.example "]) {
      expect(await call(register, person(email))).toMatchObject({
        status: 409,
        body: { message: "This email address is already registered" },
      });
    }
  });

  test("of many simultaneous registrations with one email address, one succeeds", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((n) => call(register, person(n % 2 ? "race@shop.example" : "Race@shop.example"))));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });

  test.each([
    [{ name: "  " }, "name is required"],
    [{ name: "x".repeat(101) }, /^name /],
    [{ email: "" }, /^email /],
    [{ email: "no address" }, "email is not a valid email address"],
    [{ email: `${"x".repeat(250)}@shop.example` }, /^email /],
    [{ email: { $ne: "" } }, /^email /],
    [{ password: "1234567", confirmPassword: "1234567" }, "Use at least 8 characters."],
    [{ password: "password1", confirmPassword: "password1" }, "That password is too common. Choose another."],
    [{ password: "Wrong@shop.example", confirmPassword: "Wrong@shop.example" }, "Your password can't be your email address."],
    [{ password: "x".repeat(201), confirmPassword: "x".repeat(201) }, /^password /],
    [{ confirmPassword: undefined }, "confirmPassword is required"],
    [{ role: "ADMIN", name: undefined }, "name is required"],
  ])("%j is a 400: %s", async (wrong, message) => {
    // oxlint-disable-next-line typescript/no-explicit-any -- what no honest client sends
    const answer = await call(register, { ...person("wrong@shop.example"), ...wrong } as any);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });

  test("API-32 nobody can make themselves an admin, verified, or someone else", async () => {
    const id = newId();
    const claims = { _id: id, id, role: "ADMIN", status: "Active", verify_email: true, verifyEmail: true, isConfirmed: true };
    const { body } = await call(register, { ...person("climber@shop.example"), ...claims });
    expect(body.data._id).not.toBe(id);
    const { rows } = await pool.query("select role, verify_email from user_account where id = $1", [body.data._id]);
    expect(rows).toEqual([{ role: "USER", verify_email: false }]);
  });
});

describe("logging in", () => {
  test("API-3 API-8 ACC-8 returns both tokens, whatever the case of the email address, and records the time", async () => {
    await call(register, person("Login@Shop.example"));
    const answer = await call(login, { email: "login@shop.EXAMPLE", password: PASSWORD });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, message: "Welcome, Maria" },
      headers: { "cache-control": "no-store" },
    });
    expect(Object.keys(answer.body.data)).toEqual(["accesstoken", "refreshToken"]);
    const details = await detailsOf(answer.body.data.accesstoken);
    expect(Date.now() - Date.parse(details.body.data.last_login_date)).toBeLessThan(10_000);
  });

  test("an unknown email address and a wrong password get the same message", async () => {
    const { user: known } = await signUp(shop);
    const wrong = { status: 401, body: { success: false, error: true, message: "Wrong email or password" } };
    expect(await call(login, { email: known.email, password: "not the password" })).toMatchObject(wrong);
    expect(await call(login, { email: "nobody@shop.example", password: PASSWORD })).toMatchObject(wrong);
  });

  test("an unknown email address takes exactly the work of a wrong password, so time doesn't tell who has an account", async () => {
    const { user: known } = await signUp(shop);
    const { user: suspended } = await signUp(shop);
    await pool.query("update user_account set status = 'Suspended' where id = $1", [suspended._id]);
    const work = await workOfWrongPassword(known.email);
    expect(work.passwordChecks).toBe(1);
    expect(work.statements.length).toBeGreaterThan(1);
    expect(await workOfWrongPassword("nobody@shop.example")).toEqual(work);
    expect(await workOfWrongPassword(suspended.email)).toEqual(work);
  });

  test.each(["Inactive", "Suspended"])("an account that is %s is refused, and told why only with the right password", async (status) => {
    const { user: known } = await signUp(shop);
    await pool.query("update user_account set status = $2 where id = $1", [known._id, status]);
    expect((await call(login, { email: known.email, password: PASSWORD })).status).toBe(403);
    expect((await call(login, { email: known.email, password: "not the password" })).status).toBe(401);
  });

  test("the same characters in another Unicode composition are the same password", async () => {
    const password = "crème brûlée".normalize("NFC");
    await call(register, { ...person("accents@shop.example"), password, confirmPassword: password });
    expect((await call(login, { email: "accents@shop.example", password: password.normalize("NFD") })).status).toBe(200);
    expect((await call(login, { email: "accents@shop.example", password: "creme brulee" })).status).toBe(401);
  });
});

describe("the logged-in user", () => {
  test("API-8 API-31 has the specified fields and nothing about the password", async () => {
    const { user: known, token } = await makeAdmin(shop, { name: "Adela" });
    const { status, body } = await detailsOf(token);
    expect(status).toBe(200);
    expect(user.parse(body.data)).toEqual(body.data);
    expect(body.data).toEqual({
      _id: known._id,
      name: "Adela",
      email: known.email,
      new_email: "",
      avatar: "",
      mobile: "",
      verify_email: false,
      last_login_date: expect.any(String),
      status: "Active",
      address_details: [],
      shopping_cart: [],
      orderHistory: [],
      role: "ADMIN",
    });
  });

  test("API-31 lists the ids of addresses, cart lines and the 50 newest orders", async () => {
    const { user: known, token } = await signUp(shop);
    const other = await signUp(shop);
    const home = { address_line: "Calle Mayor 1", city: "Madrid", state: "Madrid", country: "Spain", pincode: "28013", mobile: "600" };
    const address = (await call(createAddress, home, { token })).body.data._id;
    const [kept, deleted] = [newId(), newId()];
    const line = newId();
    await pool.query(
      "insert into product (id, name, unit, stock, price_cents, deleted_at) values ($1, 'Leek', '1', 1, 100, null), ($2, 'Old', '1', 1, 100, now())",
      [kept, deleted],
    );
    await pool.query("insert into cart_line (id, user_id, product_id, quantity) values ($1, $2, $3, 1), ($4, $2, $5, 1)", [
      line,
      known._id,
      kept,
      newId(),
      deleted,
    ]);
    const orders = Array.from({ length: 52 }, newId);
    await pool.query(
      `insert into customer_order (id, number, user_id, status, payment_status, payment_method, subtotal_cents, total_cents, delivery_address)
       select id, id, $2, 'PENDING', 'PAID', 'cash', 100, 100, '{}' from unnest($1::text[]) id`,
      [orders, known._id],
    );
    expect((await detailsOf(token)).body.data).toMatchObject({
      address_details: [address],
      shopping_cart: [line],
      orderHistory: orders.toReversed().slice(0, 50),
    });
    expect((await detailsOf(other.token)).body.data).toMatchObject({ address_details: [], shopping_cart: [], orderHistory: [] });
  });
});

describe("logging out", () => {
  test("API-9 ACC-8 ends this session and no other, immediately and for good", async () => {
    const { user: known, token, refreshToken } = await signUp(shop);
    const phone = (await call(login, { email: known.email, password: PASSWORD })).body.data;
    expect(await call(logout, undefined, { token })).toMatchObject({
      status: 200,
      body: { success: true, message: "You are logged out" },
      headers: { "cache-control": "no-store" },
    });
    expect((await detailsOf(token)).status).toBe(401);
    expect((await call(refresh, undefined, { token: refreshToken })).status).toBe(401);
    expect((await detailsOf(phone.accesstoken)).status).toBe(200);
    // A second logout is harmless.
    expect((await call(logout, undefined, { token })).status).toBe(200);
  });

  test.each([undefined, "nonsense", "a.b.c"])("API-9 is a 401 without a valid token (%s)", async (token) => {
    expect((await call(logout, undefined, { token })).status).toBe(401);
  });
});
