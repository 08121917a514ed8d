import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { afterAll, expect, test, vi } from "vitest";
import { openDatabase } from "#server/db/connect.ts";
import { watchInvalidations } from "#server/cache/watch-invalidations.ts";
import { makeShop } from "#start/open-shop.ts";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { makeAdmin, PASSWORD, signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { health } from "../../dashboard/contract.ts";
import { listAdminChanges } from "../../audit/contract.ts";
import { createPayPalOrder, waysToPay } from "../../payments/contract.ts";
import { sendTestEmail } from "../emails/contract.ts";
import { changeSettings } from "../settings/contract.ts";
import * as contract from "./contract.ts";
import { SETTINGS } from "../settings/shop-settings.ts";
import { connections, shopSettings } from "../tables.ts";

const GIVEN = { CULQI_PUBLIC_KEY: "pk_test_given", CULQI_SECRET_KEY: "sk_test_given", MAIL_FROM: "Corner Shop <hello@corner.example>" };
const shop = await openTestShop({ ...GIVEN, SANDBOX: "on" });
const { token, user } = await makeAdmin(shop);
const { config, database } = shop.shop;

const PAYPAL = { clientId: "client-id-1234", clientSecret: "very-secret", webhookId: "WH-1", test: true, ownPassword: PASSWORD };
const list = async () => (await shop.call(contract.listConnections, undefined, { token })).body.data;
const practiceOf = async (provider: string) =>
  (await shop.call(waysToPay, undefined)).body.data.find((way: { provider: string }) => way.provider === provider)?.practice;

test("keys are stored encrypted, take effect at once, are never read back, and the history says only that they changed", async () => {
  expect((await list()).paypal).toEqual({ state: "unset", practice: true });
  expect(await practiceOf("paypal")).toBe(true);
  const saved = await shop.call(contract.setPayPal, PAYPAL, { token });
  expect(saved).toMatchObject({ status: 200, body: { message: "Saved" } });
  expect(await practiceOf("paypal")).toBe(false);
  expect((await shop.shop.payments()).paypal).toMatchObject({ baseUrl: "https://api-m.sandbox.paypal.com", clientSecret: "very-secret" });

  const { rows } = await database.pool.query("select * from shop_connection");
  const changes = (await shop.call(listAdminChanges, { kind: "settings" }, { token })).body;
  const told = JSON.stringify([await list(), saved.body, changes, rows]);
  for (const secret of ["client-id", "very-secret", "WH-1"]) expect(told).not.toContain(secret);
  expect(await list()).toMatchObject({ paypal: { state: "stored", hint: "…1234", practice: false } });
  expect(changes.data[0]).toMatchObject({ by: { _id: user._id }, before: { "PayPal keys": "none" }, after: { "PayPal keys": "new keys" } });
});

test("someone at an admin's open browser can redirect neither money nor emails", async () => {
  const before = await list();
  const mail = { host: "mail.example", port: 25, security: "none" as const };
  for (const ownPassword of ["", `${PASSWORD} not`, undefined as never]) {
    expect((await shop.call(contract.setPayPal, { ...PAYPAL, ownPassword }, { token })).status).toBe(400);
    expect((await shop.call(contract.setMail, { ...mail, ownPassword }, { token })).status).toBe(400);
    expect((await shop.call(contract.removeConnection, { ownPassword }, { token, params: { service: "paypal" } })).status).toBe(400);
  }
  expect(await list()).toEqual(before);
});

test("an environment variable wins, and says so", async () => {
  expect((await list()).culqi).toMatchObject({ state: "environment", setBy: "CULQI_PUBLIC_KEY" });
  const refused = await shop.call(contract.setCulqi, { publicKey: "pk_live_x", secretKey: "sk_live_x", ownPassword: PASSWORD }, { token });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("CULQI_PUBLIC_KEY")]);
  expect((await shop.shop.payments()).culqi?.publicKey).toBe("pk_test_given");
  expect((await list()).mail).toMatchObject({ state: "unset", sender: GIVEN.MAIL_FROM });
});

test.each([
  [contract.setPayPal, { ...PAYPAL, clientSecret: "" }],
  [contract.setPayPal, { ...PAYPAL, clientId: "two words" }],
  [contract.setCulqi, { publicKey: "sk_test_1", secretKey: "sk_test_2", ownPassword: PASSWORD }],
  [contract.setMail, { host: "http://mail.example", port: 25, security: "none", ownPassword: PASSWORD }],
  [contract.setMail, { host: "mail.example", port: 0, security: "none", ownPassword: PASSWORD }],
])("keys that cannot be meant are refused: %#", async (endpoint, input) => {
  expect((await shop.call(endpoint, input as never, { token })).status).toBe(400);
});

test("a process with another key reads nothing and says so; one with the same key sees a change within a second", async () => {
  const open = (settingsKey: string) => {
    const db = openDatabase({ ...shop.connection, max: 2 }, () => {});
    const there = makeShop({ ...config, settingsKey }, db, shop.shop.log);
    const forWatch = openDatabase({ ...shop.connection, max: 1 }, () => {});
    const unwatch = watchInvalidations(
      forWatch.pool,
      (tags) => there.invalidations.publish(tags),
      () => {},
    );
    afterAll(async () => {
      unwatch();
      await forWatch.close();
      await db.close();
    });
    return there;
  };
  const [same, other] = [open(config.settingsKey), open("another key of thirty-two letters")];
  expect((await same.payments()).paypal?.clientId).toBe("client-id-1234");
  expect(await other.payments()).toMatchObject({ paypal: null, culqi: { publicKey: "pk_test_given" } });
  await shop.call(contract.setPayPal, { ...PAYPAL, clientId: "client-id-5678" }, { token });
  await expect.poll(async () => (await same.payments()).paypal?.clientId, { timeout: 1000, interval: 20 }).toBe("client-id-5678");
});

test("payments with keys that can't be read are refused, not simulated: the log and the Overview say so, and new keys take effect", async () => {
  const own = await openTestShop({ SANDBOX: "on" });
  const error = vi.spyOn(own.shop.log, "error");
  const as = { token: (await makeAdmin(own)).token };
  const offered = async () => (await own.call(waysToPay, undefined)).body.data.map(({ provider }: { provider: string }) => provider);
  const paymentsOf = async () =>
    (await own.call(health, undefined, as)).body.data.find(({ name }: { name: string }) => name === "Payments");
  await own.call(contract.setPayPal, PAYPAL, as);
  expect(await offered()).toEqual(["paypal", "culqi", "cash"]);
  expect(error).not.toHaveBeenCalled();

  await own.shop.database.db.update(connections).set({ sealed: "of.another.key" });
  own.shop.invalidations.publish([SETTINGS]);
  expect(await offered()).toEqual(["culqi", "cash"]);
  const buyer = await signUp(own, { isConfirmed: true });
  const order = { list_items: [{ productId: await addProduct(own, {}), quantity: 1 }], addressId: await addAddress(own, buyer.user._id) };
  expect(await own.call(createPayPalOrder, order, { token: buyer.token })).toMatchObject({
    status: 422,
    body: { message: "This payment method isn't available" },
  });
  expect(error.mock.calls).toEqual([[{ providers: ["paypal"] }, expect.stringContaining("payments are refused")]]);
  expect(await paymentsOf()).toMatchObject({
    ok: false,
    about: "Payments are refused: the keys of PayPal were encrypted with another SETTINGS_KEY. Enter them again.",
  });
  expect((await own.call(contract.listConnections, undefined, as)).body.data.paypal).toMatchObject({
    state: "unreadable",
    practice: false,
  });

  // Also if it is the only way to pay.
  await own.shop.database.db.insert(shopSettings).values({ name: "ways", value: ["paypal"] });
  own.shop.invalidations.publish([SETTINGS]);
  expect(await offered()).toEqual([]);
  expect((await own.call(contract.setPayPal, PAYPAL, as)).status).toBe(200);
  expect(await offered()).toEqual(["paypal"]);
  expect(await paymentsOf()).toMatchObject({ ok: true });
});

test("keys can be deleted, unless no way to pay would be left", async () => {
  const own = await openTestShop({ SANDBOX: "off" });
  const admin = await makeAdmin(own);
  const as = { token: admin.token };
  await own.call(contract.setPayPal, PAYPAL, as);
  const only = await own.call(changeSettings, { changes: { ways: ["paypal"] }, was: { ways: ["paypal", "culqi", "cash"] } }, as);
  expect(only.status).toBe(200);
  const refused = await own.call(contract.removeConnection, { ownPassword: PASSWORD }, { ...as, params: { service: "paypal" } });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining("only way to pay")]);
  await own.call(changeSettings, { changes: { ways: ["paypal", "cash"] }, was: { ways: ["paypal"] } }, as);
  expect((await own.call(contract.removeConnection, { ownPassword: PASSWORD }, { ...as, params: { service: "paypal" } })).status).toBe(200);
  expect((await own.shop.payments()).paypal).toBeNull();
});

test("emails go through the mail server that an admin entered, and a test email says what is wrong with it", async () => {
  const taken: string[] = [];
  let refuses = false;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "shop" && password === "p@ss word" ? done(null, { user: username }) : done(new Error("wrong")),
    onRcptTo: ({ address }, _session, done) => {
      if (refuses) return done(Object.assign(new Error("5.1.1 no such mailbox"), { responseCode: 550 }));
      taken.push(address);
      done();
    },
    onData: (stream, _session, done) => void stream.resume().on("end", () => done()),
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  afterAll(() => new Promise<void>((done) => server.close(() => done())));
  const mail = {
    host: "127.0.0.1",
    port: (listener.address() as AddressInfo).port,
    security: "none" as const,
    user: "shop",
    ownPassword: PASSWORD,
  };
  const sendTest = () =>
    shop.call(sendTestEmail, { subject: "", greeting: "", closing: "" }, { token, params: { kind: "orders.placed-email" } });

  expect((await sendTest()).body.message).toContain("Saved in the outbox");
  expect((await shop.call(contract.setMail, { ...mail, port: 70_000 }, { token })).body.message).toBe("port must be 1 to 65535");
  await shop.call(contract.setMail, { ...mail, password: "wrong" }, { token });
  expect(await sendTest()).toMatchObject({ status: 422, body: { message: "The mail server refused the user name or password." } });
  await shop.call(contract.setMail, { ...mail, password: "p@ss word" }, { token });
  expect(await sendTest()).toMatchObject({ status: 200, body: { message: `Sent to ${user.email}` } });
  expect(taken).toEqual([user.email]);
  refuses = true;
  expect(await sendTest()).toMatchObject({ status: 422, body: { message: "The mail server didn't accept the email (550)." } });
  expect((await list()).mail).toMatchObject({ state: "stored", hint: `127.0.0.1:${mail.port}` });

  // As after a restore with another SETTINGS_KEY: nothing is saved in the outbox as if there were no mail server.
  await database.db.update(connections).set({ sealed: "of.another.key" }).where(eq(connections.service, "mail"));
  await shop.call(contract.setPayPal, PAYPAL, { token });
  const unreadable = "The mail server's settings were encrypted with another SETTINGS_KEY. Enter them again.";
  expect(await sendTest()).toMatchObject({ status: 422, body: { message: unreadable } });
  expect((await list()).mail).toMatchObject({ state: "unreadable", practice: false });
  const { data } = (await shop.call(health, undefined, { token })).body;
  expect(data).toContainEqual({ name: "Email", ok: false, about: `Emails are waiting: ${unreadable.replace("The", "the")}` });

  await shop.call(contract.removeConnection, { ownPassword: PASSWORD }, { token, params: { service: "mail" } });
  expect((await sendTest()).body.message).toContain("Saved in the outbox");
});
