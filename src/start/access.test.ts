import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { addAddress, addProduct } from "../../tests/support/goods.ts";
import { signUp } from "../../tests/support/sign-up.ts";
import { openTestShop } from "../../tests/support/test-shop.ts";
import { listCategories } from "#features/catalogue/contract.ts";
import { login, logout, userDetails } from "#features/account/contract.ts";
import { BODY_LIMIT } from "#shared/endpoint.ts";
import { isForStaff, may, ROLES } from "#shared/roles.ts";
import { listStaff } from "#features/staff/contract.ts";
import { admit } from "#server/http/admit.ts";
import { createAddress } from "#features/addresses/contract.ts";
import { cashOnDelivery, getOrder, orderInvoice, quoteRefund } from "#features/orders/contract.ts";

const shop = await openTestShop();
const { app, call } = shop;

const guarded = shop.shop.inProcess.endpoints().filter(({ access }) => access !== "anyone");
const GARBAGE = [
  { "content-type": "application/json", payload: "{ this is not JSON" },
  { "content-type": "text/plain", payload: "hello" },
  { "content-type": "application/json", payload: JSON.stringify({ a: "x".repeat(1_100_000) }) },
];

test.each(guarded.map((one) => [one.method, one.path] as const))(
  "API-32 %s %s refuses an anonymous visitor before reading the body",
  async (method, path) => {
    const url = path.replace(/:\w+/g, "0".repeat(32));
    for (const { payload, ...headers } of method === "GET" ? [{ payload: "" }] : GARBAGE) {
      for (const authorization of [undefined, "Bearer nonsense", "Basic YTpi"]) {
        const sent = { ...headers, ...(authorization ? { authorization } : {}) };
        const answer = await app.inject({ method, url, headers: sent, ...(payload ? { payload } : {}) });
        expect(answer.statusCode).toBe(401);
        expect(answer.json()).toEqual({ success: false, error: true, message: "Please Login" });
        expect(answer.headers["cache-control"]).toBe("no-store");
      }
    }
  },
);

test("who is refused for their role is known to the log", async () => {
  const { token, user } = await signUp(shop);
  const request = { headers: { authorization: `Bearer ${token}` }, visitor: null };
  // Only what `admit` reads.
  await expect(admit(shop.shop, listStaff, request as unknown as FastifyRequest)).rejects.toMatchObject({ status: 403 });
  expect(request.visitor).toMatchObject({ userId: user._id });
});

/** Calls for everyone, logged in or not. */
const ANYONE = [
  ...["/api/catalogue/home", "/api/category/get", "/api/subcategory/get", "/api/product/get", "/api/product/get-many"],
  ...["/api/product/get-product-by-category", "/api/product/get-pruduct-by-category-and-subcategory", "/api/product/get-product-details"],
  ...["/api/product/related", "/api/product/search-product", "/api/product/complete-search", "/api/search/events", "/api/live"],
  ...["/api/shop", "/api/shop/texts/:name", "/api/delivery/offer", "/api/delivery/slots", "/api/order/ways-to-pay"],
  ...["/api/user/register", "/api/user/verify-email", "/api/user/login", "/api/user/login/passkey", "/api/user/login/passkey-options"],
  ...["/api/user/login/second-step", "/api/user/refresh-token", "/api/user/logout"],
  ...["/api/user/forgot-password", "/api/user/verify-forgot-password-otp", "/api/user/reset-password"],
  ...["/api/invitation/read", "/api/invitation/accept"],
  ...["/api/complaints/file", "/api/complaints/sheet", "/api/complaints/sheet.pdf"],
];
/** Who may make the other calls, by the beginning of their paths; the longest match counts. */
const WHO = {
  user: ["user", "cart", "address", "list", "order", "contactus", "coupons/offered", "coupons/check", "push"],
  picker: ["pick", "allorders/events"],
  manager: [
    ...[
      "allorders",
      "audit",
      "back-office",
      "catalogue",
      "category",
      "complaints",
      "coupons",
      "customers",
      "dashboard",
      "file",
      "inbox",
      "payments",
    ],
    ...["product", "search", "subcategory"],
  ],
  admin: ["delivery/plan", "shop/connections", "shop/emails", "shop/settings", "shop/texts", "staff"],
} as const;
const BEGINNINGS = Object.entries(WHO)
  .flatMap(([access, starts]) => starts.map((start) => [`/api/${start}`, access] as const))
  .toSorted(([a], [b]) => b.length - a.length);

test("API-32 who may make which call is as listed here", () => {
  const all = shop.shop.inProcess.endpoints();
  for (const { method, path, access } of all) {
    const start = BEGINNINGS.find(([beginning]) => `${path}/`.startsWith(`${beginning}/`));
    expect([method, path, access]).toEqual([method, path, ANYONE.includes(path) ? "anyone" : start?.[1]]);
  }
  const paths = all.map(({ path }) => `${path}/`);
  const unused = [...ANYONE, ...BEGINNINGS.map(([beginning]) => beginning)].filter(
    (beginning) => !paths.some((path) => path.startsWith(`${beginning}/`)),
  );
  expect(unused).toEqual([]);
});

test("API-32 ADM-14 every role may make exactly its calls, at once after a change of role, whatever was sent", async () => {
  const { pool } = shop.shop.database;
  const person = await signUp(shop);
  const headers = { "content-type": "application/json", authorization: `Bearer ${person.token}` };
  for (const role of ROLES) {
    await pool.query("update user_account set role = $2 where id = $1", [person.user._id, role]);
    const wrong: string[] = [];
    for (const { method, path, access, media } of guarded) {
      const mayCall = ROLES.slice(["user", "picker", "manager", "admin"].indexOf(access)).includes(role);
      // Never ends by itself.
      if (mayCall && media === "text/event-stream") continue;
      const url = path.replace(/:\w+/g, "0".repeat(32));
      const answer = await app.inject({ method, url, headers, ...(method === "GET" ? {} : { payload: "{ no JSON" }) });
      const isRefused = answer.statusCode === 403 && answer.json().message === "Do not have permission";
      if (answer.statusCode === 401 || isRefused === mayCall) wrong.push(`${role} ${method} ${path}: ${answer.statusCode}`);
    }
    expect(wrong).toEqual([]);
  }
});

test("whoever has logged out is refused every call, whatever was sent", async () => {
  const { token } = await signUp(shop, { role: "ADMIN" });
  await call(logout, undefined, { token });
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const answered: string[] = [];
  for (const { method, path } of guarded) {
    const url = path.replace(/:\w+/g, "0".repeat(32));
    const { statusCode } = await app.inject({ method, url, headers, ...(method === "GET" ? {} : { payload: "{ no JSON" }) });
    // Ends a session that has ended.
    if (statusCode !== 401 && path !== logout.path) answered.push(`${method} ${path}: ${statusCode}`);
  }
  expect(answered).toEqual([]);
});

test("two-step login is required of managers like of admins, everywhere in the back office, but not of pickers and shoppers", async () => {
  const strict = await openTestShop({ ADMIN_TWO_STEP: "required" });
  const forStaff = strict.shop.inProcess.endpoints().filter(({ access, media }) => isForStaff(access) && media !== "text/event-stream");
  for (const role of ["MANAGER", "ADMIN"] as const) {
    const { token } = await signUp(strict, { role });
    for (const { method, path, access } of forStaff.filter((one) => may(role, one.access))) {
      const url = path.replace(/:\w+/g, "0".repeat(32));
      const answer = await strict.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
      expect([path, access, answer.statusCode]).toEqual([path, access, 403]);
      expect(answer.json().message).toBe("Log in with two steps to use the back office");
    }
    expect((await strict.call(userDetails, undefined, { token })).body.data).toMatchObject({ role, two_step_due: true });
  }
  const shopper = await signUp(strict);
  const order = {
    list_items: [{ productId: await addProduct(strict), quantity: 1 }],
    addressId: await addAddress(strict, shopper.user._id),
  };
  const { orderId } = (await strict.call(cashOnDelivery, order, shopper)).body.data;
  for (const role of ["MANAGER", "ADMIN"] as const)
    for (const read of [getOrder, orderInvoice, quoteRefund])
      expect((await strict.call(read, { orderId }, await signUp(strict, { role }))).status).toBe(404);
  const { token } = await signUp(strict, { role: "PICKER" });
  expect((await strict.call(userDetails, undefined, { token })).body.data).not.toHaveProperty("two_step_due");
});

test("API-33 no foreign origin is allowed", async () => {
  const { token } = await signUp(shop);
  const origin = "https://elsewhere.example";
  const answers = [
    await call(listCategories, {}, { headers: { origin } }),
    await call(userDetails, undefined, { token, headers: { origin } }),
    await app.inject({
      method: "OPTIONS",
      url: login.path,
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type" },
    }),
    await app.inject({ method: "GET", url: "/api/nothing", headers: { origin } }),
  ];
  for (const { headers } of answers) expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
});

test("a path with other methods is a 405 that names them, even for OPTIONS; an unknown path is a 404", async () => {
  const wrong = await app.inject({ method: "GET", url: login.path });
  expect(wrong).toMatchObject({ statusCode: 405, headers: { allow: "POST" } });
  expect(wrong.json()).toEqual({ success: false, error: true, message: "Use POST" });
  expect(await app.inject({ method: "OPTIONS", url: login.path })).toMatchObject({ statusCode: 204, headers: { allow: "POST" } });
  const unknown = await app.inject({ method: "POST", url: "/api/nothing", headers: { "content-type": "text/plain" }, payload: "x" });
  expect(unknown.statusCode).toBe(404);
  expect(unknown.json().message).toBe("This call was not found");
});

// In quadratic time, this length would take minutes.
const LONG = 300_000;

test("an unknown path takes no longer for its many slashes", async () => {
  expect((await app.inject(`/api/${"/".repeat(LONG)}x`)).statusCode).toBe(404);
});

test("an address that cannot be decoded is a 400", async () => {
  const answer = await app.inject("/%ff");
  expect([answer.statusCode, answer.json()]).toEqual([400, { success: false, error: true, message: "This address is not valid" }]);
});

test("HEAD works where the response is the same for everyone, and does not log out", async () => {
  const head = await app.inject({ method: "HEAD", url: listCategories.path });
  expect(head).toMatchObject({ statusCode: 200, body: "" });
  const { token } = await signUp(shop);
  const attempt = await app.inject({ method: "HEAD", url: logout.path, headers: { authorization: `Bearer ${token}` } });
  expect(attempt.statusCode).toBe(405);
  expect((await call(userDetails, undefined, { token })).status).toBe(200);
});

test("a body that is not JSON, of another type, too large or with a NUL is refused with a reason", async () => {
  const { token } = await signUp(shop);
  const send = async (payload: string, type = "application/json") => {
    const headers = { authorization: `Bearer ${token}`, "content-type": type };
    const answer = await app.inject({ method: "POST", url: createAddress.path, headers, payload });
    return [answer.statusCode, answer.json().message];
  };
  expect(await send("{")).toEqual([400, "body is not valid JSON"]);
  expect(await send("[1]")).toEqual([400, expect.stringMatching(/^body /)]);
  expect(await send("null")).toEqual([400, "address_line is required"]);
  expect(await send('{"city":"a\\u0000"}')).toEqual([400, "body has a NUL character"]);
  for (const half of ["\\ud83d", "\\uDE00", "\\ude00\\ud83d"])
    expect(await send(`{"city":"a${half}"}`)).toEqual([400, "body has half a character (an unpaired surrogate)"]);
  expect(await send('{"city":"\\ud83d\\ude00"}')).toEqual([400, "address_line is required"]);
  expect(await send('{"city":"a\0"}')).toEqual([400, "body is not valid JSON"]);
  expect(await send('{"a":1}', "text/plain")).toEqual([415, "Send JSON"]);
  expect(await send('{"a":1}', "application/x-www-form-urlencoded")).toEqual([415, "Send JSON"]);
  expect(await send(JSON.stringify("x".repeat(BODY_LIMIT)))).toEqual([413, "The request is too large"]);
  expect((await app.inject("/api/category/get?x=%00")).statusCode).toBe(400);
  expect((await app.inject("/search?q=%00")).statusCode).toBe(400);
  for (const path of ["/api/order/get/a%00", "/%0a/%20", "/a%0D/b", "/product/%7f-1?q=%00"])
    expect((await app.inject(path)).statusCode).toBe(404);
  expect((await app.inject("/api/category/get?x=%0a")).statusCode).toBe(200);
});

test("a 500 reveals no internals", async () => {
  const { token } = await signUp(shop);
  await shop.shop.database.pool.query("alter table address rename to hidden");
  const answer = await app.inject({ url: "/api/address/get", headers: { authorization: `Bearer ${token}` } });
  await shop.shop.database.pool.query("alter table hidden rename to address");
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({ success: false, error: true, message: "Something went wrong on our side. Please try again." });
});
