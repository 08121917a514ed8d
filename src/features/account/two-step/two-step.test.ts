import { SettingsService } from "@simplewebauthn/server";
import { TOTP, Secret } from "otpauth";
import { describe, expect, test } from "vitest";
import { SecretBox } from "#server/secret-box.ts";
import { listStaff } from "../../staff/contract.ts";
import { resetTwoStep } from "../../staff/contract.ts";
import { changePassword, deleteAccount } from "../../security/contract.ts";
import { makeAdmin, PASSWORD, signUp, type SignedUp } from "../../../../tests/support/sign-up.ts";
import { getTicket } from "../../../../tests/support/reset.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { untilBlocked } from "../../../../tests/support/until-blocked.ts";
import { resetPassword } from "../../reset/contract.ts";
import { login, register, resendVerification, userDetails, verifyEmail } from "../contract.ts";
import { updateUser } from "../profile/contract.ts";

import * as contract from "./contract.ts";
import { readCreated, readUse, siteOf } from "./passkeys.ts";

const shop = await openTestShop();
const { call } = shop;
const pool = shop.shop.database.pool;

/** A code of an app, some 30-second steps away from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Turns on an authenticator app. */
async function withApp(person: SignedUp) {
  const started = await call(contract.startAuthenticator, { password: PASSWORD }, { token: person.token });
  const { secret } = started.body.data as { secret: string };
  const confirmed = await call(contract.confirmAuthenticator, { code: codeOf(secret, -1) }, { token: person.token });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: confirmed.body.data.recoveryCodes as string[] };
}

const logIn = (email: string, password = PASSWORD) => call(login, { email, password });
async function dueOf(email: string): Promise<contract.SecondStepDue> {
  const { status, body } = await logIn(email);
  expect(status).toBe(401);
  return contract.secondStepDue.parse(body.data);
}

describe("an authenticator app", () => {
  test("is asked for after the password, and accepts each code once", async () => {
    const ana = await signUp(shop, { isConfirmed: true });
    const { secret } = await withApp(ana);
    const due = await dueOf(ana.user.email);
    expect(due).toMatchObject({ authenticator: true, passkey: false });
    const code = codeOf(secret);
    const { status, body } = await call(contract.secondStep, { ticket: due.ticket, code });
    expect([status, body.message]).toEqual([200, "Welcome, Ana Shopper"]);
    expect((await call(userDetails, undefined, { token: body.data.accesstoken })).status).toBe(200);
    // Neither the ticket nor the code works again.
    expect((await call(contract.secondStep, { ticket: due.ticket, code: codeOf(secret, 1) })).status).toBe(401);
    const again = await dueOf(ana.user.email);
    expect(await call(contract.secondStep, { ticket: again.ticket, code })).toMatchObject({ status: 400, body: { field: "code" } });
    expect((await call(contract.secondStep, { ticket: again.ticket, code: codeOf(secret, 1) })).status).toBe(200);
  });

  test("five wrong codes end a login, and are recorded", async () => {
    const ana = await signUp(shop, { isConfirmed: true });
    const { secret } = await withApp(ana);
    const { ticket } = await dueOf(ana.user.email);
    for (let n = 0; n < 5; n++) expect((await call(contract.secondStep, { ticket, code: "000000" })).status).toBe(400);
    expect((await call(contract.secondStep, { ticket, code: codeOf(secret) })).status).toBe(401);
    const { rows } = await pool.query(
      "select count(*)::int as count from security_event where user_id = $1 and kind = 'second-step-failed'",
      [ana.user._id],
    );
    expect(rows).toEqual([{ count: 5 }]);
  });

  test("a login may take ten minutes at most, by the database's clock", async () => {
    const ana = await signUp(shop, { isConfirmed: true });
    const { secret } = await withApp(ana);
    const { ticket } = await dueOf(ana.user.email);
    await pool.query("update step_ticket set created_at = created_at - interval '11 minutes'");
    expect((await call(contract.secondStep, { ticket, code: codeOf(secret) })).status).toBe(401);
  });

  test("is only on once its first code was entered, and is never replaced silently", async () => {
    const ana = await signUp(shop, { isConfirmed: true });
    expect((await call(contract.startAuthenticator, { password: "wrong" }, { token: ana.token })).status).toBe(400);
    await call(contract.startAuthenticator, { password: PASSWORD }, { token: ana.token });
    expect((await call(contract.confirmAuthenticator, { code: "000000" }, { token: ana.token })).status).toBe(400);
    expect((await logIn(ana.user.email)).status).toBe(200);
    await withApp(ana);
    expect((await call(contract.startAuthenticator, { password: PASSWORD }, { token: ana.token })).status).toBe(409);
  });

  test("its secret is stored encrypted", async () => {
    const ana = await signUp(shop, { isConfirmed: true });
    const { secret } = await withApp(ana);
    const { rows } = await pool.query<{ secret: string }>("select secret from authenticator where user_id = $1", [ana.user._id]);
    expect(rows[0]!.secret).not.toContain(secret.replaceAll(" ", ""));
    expect(new SecretBox("another secret of 32 characters!", "authenticator secret").open(rows[0]!.secret)).toBeNull();
  });

  test("removing it turns two-step login off, and the user is emailed", async () => {
    const ana = await signUp(shop, { isConfirmed: true });
    const { recoveryCodes } = await withApp(ana);
    expect(recoveryCodes).toHaveLength(10);
    expect((await call(contract.removeAuthenticator, { password: "wrong" }, { token: ana.token })).status).toBe(400);
    expect((await call(contract.removeAuthenticator, { password: PASSWORD }, { token: ana.token })).status).toBe(200);
    expect((await logIn(ana.user.email)).status).toBe(200);
    const { body } = await call(contract.readTwoStep, undefined, { token: ana.token });
    expect(body.data).toEqual({ authenticator: false, passkeys: [], recoveryCodesLeft: 0, mayAdd: true, required: false });
    const subjects = (await shop.emailsTo(ana.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === "Your two-step login was changed")).toHaveLength(2);
  });
});

test("a recovery code works once, however it is typed; new codes replace the old", async () => {
  const ana = await signUp(shop, { isConfirmed: true });
  const { recoveryCodes } = await withApp(ana);
  const use = async (code: string) => (await call(contract.secondStep, { ticket: (await dueOf(ana.user.email)).ticket, code })).status;
  expect(await use(recoveryCodes[0]!.toUpperCase().replaceAll("-", " "))).toBe(200);
  expect(await use(recoveryCodes[0]!)).toBe(400);
  const { body } = await call(contract.renewRecoveryCodes, { password: PASSWORD }, { token: ana.token });
  expect(await use(recoveryCodes[1]!)).toBe(400);
  expect(await use(body.data.recoveryCodes[1])).toBe(200);
});

test("changing the password ends a login in progress", async () => {
  const ana = await signUp(shop, { isConfirmed: true });
  const { secret } = await withApp(ana);
  const { ticket } = await dueOf(ana.user.email);
  const change = { password: PASSWORD, newPassword: "another pantry, larger", confirmPassword: "another pantry, larger" };
  expect((await call(changePassword, change, { token: ana.token })).status).toBe(200);
  expect((await call(contract.secondStep, { ticket, code: codeOf(secret) })).status).toBe(401);
});

test("an unknown passkey, or one with an invalid signature, is refused", async () => {
  const { body } = await call(contract.passkeyLoginOptions, {});
  const { ticket, options } = body.data as { ticket: string; options: { challenge: string; rpId: string } };
  expect(options.rpId).toBe("localhost");
  expect((await call(contract.passkeyLogin, { ticket, response: { id: "unknown" } })).status).toBe(401);
  const passkey = {
    id: "x",
    userId: "x",
    name: "x",
    publicKey: new Uint8Array(8),
    counter: 0,
    transports: [],
    createdAt: new Date(),
    usedAt: null,
  };
  expect(await readUse(siteOf(shop.shop.config), options.challenge, { id: "x", response: {} }, passkey)).toBeNull();
});

test("an attestation makes the shop fetch nothing: there is no root certificate to check its certificates against", async () => {
  expect(await readCreated(siteOf(shop.shop.config), "challenge", { id: "x", response: {} })).toBeNull();
  const formats = ["android-key", "android-safetynet", "apple", "fido-u2f", "packed", "tpm"] as const;
  expect(formats.flatMap((identifier) => SettingsService.getRootCertificates({ identifier }))).toEqual([]);
});

test("deleting the account deletes its second steps", async () => {
  const ana = await signUp(shop, { isConfirmed: true });
  await withApp(ana);
  expect((await call(deleteAccount, { password: PASSWORD }, { token: ana.token })).status).toBe(200);
  const { rows } = await pool.query("select from authenticator where user_id = $1 union all select from recovery_code where user_id = $1", [
    ana.user._id,
  ]);
  expect(rows).toEqual([]);
});

const linkIn = async (address: string) =>
  (await shop.emailsTo(address)).map(({ text }) => /verify-email\?token=(\S+)/.exec(text ?? "")?.[1]).find(Boolean) ?? "";

/** Registers an address and logs in, in a browser of its own. */
async function registered(email: string) {
  await call(register, { name: "Ana", email, password: PASSWORD, confirmPassword: PASSWORD });
  const { body, headers } = await logIn(email);
  const cookie = [headers["set-cookie"]].flat()[0]?.split(";")[0] ?? "";
  return { token: body.data.accesstoken as string, cookie };
}

describe("steps are added only by whoever knows the password and reads the emails", () => {
  const refused = { status: 403, body: { message: "Confirm your email address in this browser first. Use the link that we email you." } };
  const isRefused = async ({ token }: { token: string }) => {
    for (const start of [contract.startAuthenticator, contract.startPasskey])
      expect(await call(start, { password: PASSWORD }, { token })).toMatchObject(refused);
  };

  test("not while the address is unconfirmed, nor when its link was opened somewhere else", async () => {
    const email = "owner@planted.example";
    const planter = await registered(email);
    await isRefused(planter);
    const token = await linkIn(email);
    expect((await call(verifyEmail, { token })).status).toBe(200);
    expect((await call(userDetails, undefined, planter)).body.data.verify_email).toBe(true);
    await isRefused(planter);
    expect((await call(contract.readTwoStep, undefined, planter)).body.data.mayAdd).toBe(false);
    // Whoever can open a new link there may add them.
    expect(await call(resendVerification, undefined, planter)).toMatchObject({ status: 200 });
    expect((await call(verifyEmail, { token: await linkIn(email) }, { headers: { cookie: planter.cookie } })).status).toBe(200);
    expect((await call(contract.startPasskey, { password: PASSWORD }, planter)).status).toBe(200);
  });

  test("a new password removes the steps an account got before its owner proved to read its emails", async () => {
    const ana = await signUp(shop);
    await pool.query("update user_account set verify_email = true where id = $1", [ana.user._id]);
    await pool.query("insert into passkey (id, user_id, name, public_key, counter, transports) values ($1, $1, 'Old', '', 0, '{}')", [
      ana.user._id,
    ]);
    const cookie = await getTicket(shop, ana.user.email);
    const change = { email: ana.user.email, newPassword: "another pantry, larger", confirmPassword: "another pantry, larger" };
    expect((await call(resetPassword, change, { headers: cookie })).status).toBe(200);
    expect((await logIn(ana.user.email, change.newPassword)).status).toBe(200);
  });

  test("an account with second steps moves to another address only from a browser that had logged in", async () => {
    const ana = await signUp(shop, { isConfirmed: true });
    await withApp(ana);
    const email = "stranger@planted.example";
    await call(updateUser, { name: "Ana", mobile: "1234567", email, password: PASSWORD }, { token: ana.token });
    expect(await call(verifyEmail, { token: await linkIn(email) })).toMatchObject({
      status: 403,
      body: { message: "Log in to your account in this browser, then open the link again." },
    });
    expect((await call(userDetails, undefined, ana)).body.data).toMatchObject({ email: ana.user.email, new_email: email });
  });

  test("a session that has ended adds none", async () => {
    const ana = await signUp(shop, { isConfirmed: true });
    const started = await call(contract.startAuthenticator, { password: PASSWORD }, { token: ana.token });
    const { pool: other } = shop.shop.database;
    const holder = await other.connect();
    await holder.query("begin");
    await holder.query("select from user_account where id = $1 for update", [ana.user._id]);
    const confirming = call(contract.confirmAuthenticator, { code: codeOf(started.body.data.secret, -1) }, { token: ana.token });
    await untilBlocked(shop);
    await holder.query("update session set revoked_at = now() where user_id = $1", [ana.user._id]);
    await holder.query("commit");
    holder.release();
    expect((await confirming).status).toBe(401);
  });
});

describe("admins", () => {
  test("when two steps are required, the back office opens only after a two-step login", async () => {
    const strict = await openTestShop({ ADMIN_TWO_STEP: "required" });
    const admin = await signUp(strict, { role: "ADMIN", isConfirmed: true });
    const list = (token: string) => strict.call(listStaff, {}, { token });
    expect(await list(admin.token)).toMatchObject({ status: 403, body: { message: "Log in with two steps to use the back office" } });
    expect((await strict.call(contract.readTwoStep, undefined, { token: admin.token })).body.data.required).toBe(true);
    const { body } = await strict.call(contract.startAuthenticator, { password: PASSWORD }, { token: admin.token });
    await strict.call(contract.confirmAuthenticator, { code: codeOf(body.data.secret, -1) }, { token: admin.token });
    expect((await list(admin.token)).status).toBe(200);
    const { ticket } = (await strict.call(login, { email: admin.user.email, password: PASSWORD })).body.data;
    const done = await strict.call(contract.secondStep, { ticket, code: codeOf(body.data.secret) });
    expect((await list(done.body.data.accesstoken)).status).toBe(200);
  });

  test("another admin can, with a password, remove the second steps of someone who lost their devices", async () => {
    const admin = await makeAdmin(shop);
    const ana = await signUp(shop, { isConfirmed: true });
    await withApp(ana);
    const reset = (password: string, _id = ana.user._id) => call(resetTwoStep, { _id, password }, { token: admin.token });
    expect((await reset("wrong")).status).toBe(400);
    expect((await reset(PASSWORD, admin.user._id)).status).toBe(409);
    expect((await reset(PASSWORD)).status).toBe(200);
    expect((await call(userDetails, undefined, { token: ana.token })).status).toBe(401);
    expect((await logIn(ana.user.email)).status).toBe(200);
  });
});
