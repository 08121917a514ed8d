import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { PASSWORD, signUp } from "../../../../tests/support/sign-up.ts";
import { sendFile } from "../../../../tests/support/send-file.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { changeAvatar } from "./change-avatar.ts";
import { login, userDetails, verifyEmail, type User } from "../contract.ts";
import { cancelEmailChange, removeAvatar, updateUser, uploadAvatar } from "./contract.ts";

const shop = await openTestShop();
const limited = await openTestShop({ RATE_LIMIT: "on" });
const { call } = shop;
const { pool } = shop.shop.database;

const detailsOf = async (token: string) => (await call(userDetails, undefined, { token })).body.data as User;
const fields = (email: string) => ({ name: "Ana Torres", email, mobile: "+51 999 888 777" });

let tint = 0;
/** A unique picture. */
const newPicture = () => {
  tint += 5;
  return sharp({ create: { width: 40, height: 40, channels: 3, background: { r: tint, g: 90, b: 200 } } })
    .png()
    .toBuffer();
};
const give = async (token: string, picture: Buffer<ArrayBuffer>) =>
  (await sendFile(shop, uploadAvatar, picture, { token })).body.data.avatar as string;
const isServed = async (address: string) => (await shop.app.inject(address)).statusCode === 200;

/** The token of the link in the newest email to an address. */
const linkTo = async (email: string) => /verify-email\?token=(\S+)/.exec((await shop.emailsTo(email))[0]?.text ?? "")?.[1] ?? "";
const ask = (token: string, email: string) => call(updateUser, { ...fields(email), password: PASSWORD }, { token });
const follow = (token: string) => call(verifyEmail, { token });

describe("the profile", () => {
  test("ACC-7 API-11 name, email and mobile can be changed", async () => {
    const { user, token } = await signUp(shop);
    const { status, body } = await call(updateUser, { ...fields(user.email), name: "  Ana   Torres\n" }, { token });
    expect([status, body.message]).toEqual([200, "Profile saved"]);
    expect(body.data).toMatchObject({ _id: user._id, name: "Ana   Torres", email: user.email, mobile: "+51 999 888 777", new_email: "" });
    expect(await detailsOf(token)).toEqual(body.data);
  });

  test.each(["name", "email", "mobile"] as const)("ACC-7 API-11 a missing %s is a 400 that names it", async (field) => {
    const { user, token } = await signUp(shop);
    for (const value of [undefined, "", "   "]) {
      const sent = { ...fields(user.email), [field]: value };
      expect(await call(updateUser, sent as never, { token })).toMatchObject({ status: 400, body: { message: `${field} is required` } });
    }
    expect((await detailsOf(token)).name).toBe(user.name);
  });

  test("API-11 people can only change themselves, whatever else they send", async () => {
    const [ana, ben] = [await signUp(shop), await signUp(shop, { name: "Ben" })];
    const more = { _id: ben.user._id, userId: ben.user._id, role: "ADMIN", verify_email: true, status: "Active" };
    await call(updateUser, { ...fields(ana.user.email), ...more }, { token: ana.token });
    expect(await detailsOf(ana.token)).toMatchObject({ name: "Ana Torres", role: "USER", verify_email: false });
    expect(await detailsOf(ben.token)).toMatchObject({ name: "Ben", mobile: "" });
  });

  test("API-11 changing only the case of the email address needs no password", async () => {
    const { user, token } = await signUp(shop);
    const { body } = await call(updateUser, fields(user.email.toUpperCase()), { token });
    expect(body.data).toMatchObject({ email: user.email.toUpperCase(), new_email: "" });
  });
});

describe("a new email address", () => {
  test("API-11 needs the password, and nothing changes without it", async () => {
    const { user, token } = await signUp(shop);
    const sent = fields(`other-${user.email}`);
    const required = "password is required to change the email address";
    expect(await call(updateUser, sent, { token })).toMatchObject({ status: 400, body: { message: required, field: "password" } });
    const wrong = await call(updateUser, { ...sent, password: "something else" }, { token });
    expect(wrong).toMatchObject({ status: 400, body: { message: "That password isn't right. Try again." } });
    expect(await detailsOf(token)).toMatchObject({ name: user.name, email: user.email, new_email: "" });
  });

  test("API-11 takes effect only once confirmed: until then the old one logs in", async () => {
    const { user, token } = await signUp(shop);
    const email = `other-${user.email}`;
    const { body } = await call(updateUser, { ...fields(email), password: PASSWORD }, { token });
    expect(body.message).toBe(`Profile saved. Follow the link we emailed to ${email}.`);
    expect(body.data).toMatchObject({ name: "Ana Torres", email: user.email, new_email: email });
    expect((await call(login, { email, password: PASSWORD })).status).toBe(401);
    expect((await call(login, { email: user.email, password: PASSWORD })).status).toBe(200);
    // Saving the rest of the profile does not cancel the pending change.
    await call(updateUser, fields(user.email), { token });
    expect((await detailsOf(token)).new_email).toBe(email);
    expect((await call(cancelEmailChange, {}, { token })).status).toBe(200);
    expect(await detailsOf(token)).toMatchObject({ email: user.email, new_email: "" });
  });

  test("API-11 takes effect when the emailed link is followed, and the old address is notified", async () => {
    const { user, token } = await signUp(shop);
    const email = `New-${user.email}`;
    await ask(token, email);
    expect(await follow(await linkTo(email))).toMatchObject({ status: 200, body: { data: { email } } });
    expect(await detailsOf(token)).toMatchObject({ email, new_email: "", verify_email: true });
    expect((await call(login, { email, password: PASSWORD })).status).toBe(200);
    expect((await call(login, { email: user.email, password: PASSWORD })).status).toBe(401);
    expect((await shop.emailsTo(user.email)).map(({ subject }) => subject)).toEqual(["Your email address was changed"]);
    const { rows } = await pool.query("select kind from security_event where user_id = $1 order by id", [user._id]);
    const kinds = rows.map(({ kind }: { kind: string }) => kind).filter((kind) => kind.startsWith("email"));
    expect(kinds).toEqual(["email-change-asked", "email-changed"]);
    // Following the link again does no harm.
    expect((await follow(await linkTo(email))).status).toBe(200);
  });

  test("API-11 the link of a withdrawn or replaced change does nothing", async () => {
    const { user, token } = await signUp(shop);
    const [typo, right] = [`typo-${user.email}`, `right-${user.email}`];
    await ask(token, typo);
    const old = await linkTo(typo);
    await ask(token, right);
    expect((await follow(old)).status).toBe(400);
    const link = await linkTo(right);
    await call(cancelEmailChange, {}, { token });
    expect((await follow(link)).status).toBe(400);
    expect(await detailsOf(token)).toMatchObject({ email: user.email, verify_email: false });
  });

  test("API-11 when two people want the same one, the first to follow the link gets it", async () => {
    const [ana, ben] = [await signUp(shop), await signUp(shop)];
    const email = `wanted-${ana.user.email}`;
    const links = [];
    for (const { token } of [ana, ben]) {
      await ask(token, email);
      links.push(await linkTo(email));
    }
    expect((await follow(links[1]!)).status).toBe(200);
    expect(await follow(links[0]!)).toMatchObject({ status: 409, body: { message: "This email address is already registered" } });
    expect((await detailsOf(ben.token)).email).toBe(email);
    expect((await detailsOf(ana.token)).email).toBe(ana.user.email);
  });

  test("API-11 is a 409 if someone else has it, which only the right password reveals", async () => {
    const [ana, ben] = [await signUp(shop), await signUp(shop)];
    const sent = fields(ben.user.email.toUpperCase());
    expect((await call(updateUser, { ...sent, password: "guessing" }, { token: ana.token })).status).toBe(400);
    const answer = await call(updateUser, { ...sent, password: PASSWORD }, { token: ana.token });
    expect(answer).toMatchObject({ status: 409, body: { message: "This email address is already registered" } });
    expect((await detailsOf(ana.token)).new_email).toBe("");
  });

  test("API-11 password guesses are limited here as they are at login", async () => {
    const { user, token } = await signUp(limited);
    const guess = () => limited.call(updateUser, { ...fields("x@shop.example"), password: "a guess" }, { token });
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
    // A thief with a stolen session must not be able to block the owner's login.
    expect((await limited.call(login, { email: user.email, password: PASSWORD })).status).toBe(200);
  });
});

describe("the avatar", () => {
  test("ACC-7 API-10 is set for the logged-in user, whoever the request names", async () => {
    const [ana, ben] = [await signUp(shop), await signUp(shop)];
    const { body } = await sendFile(shop, uploadAvatar, await newPicture(), {
      token: ana.token,
      fields: { _id: ben.user._id, userId: ben.user._id },
    });
    expect(body.data).toEqual({ _id: ana.user._id, avatar: expect.stringContaining("/images/avatar-") });
    expect((await detailsOf(ana.token)).avatar).toBe(body.data.avatar);
    expect((await detailsOf(ben.token)).avatar).toBe("");
    await call(removeAvatar, { _id: ana.user._id, userId: ana.user._id }, { token: ben.token });
    expect((await detailsOf(ana.token)).avatar).toBe(body.data.avatar);
  });

  test("ACC-7 the old one is deleted when it is replaced or removed", async () => {
    const { token } = await signUp(shop);
    const first = await give(token, await newPicture());
    const second = await give(token, await newPicture());
    expect([await isServed(first), await isServed(second)]).toEqual([false, true]);
    expect(await call(removeAvatar, {}, { token })).toMatchObject({ status: 200, body: { message: "Picture removed" } });
    expect(await isServed(second)).toBe(false);
    expect((await detailsOf(token)).avatar).toBe("");
    expect((await call(removeAvatar, {}, { token })).status).toBe(200);
  });

  test("ACC-7 uploading the same one again keeps it", async () => {
    const { token } = await signUp(shop);
    const picture = await newPicture();
    const address = await give(token, picture);
    expect(await give(token, picture)).toBe(address);
    expect(await isServed(address)).toBe(true);
  });

  test("ACC-7 one shared by two people is deleted with the second of them", async () => {
    const [ana, ben] = [await signUp(shop), await signUp(shop)];
    const picture = await newPicture();
    const address = await give(ana.token, picture);
    expect(await give(ben.token, picture)).toBe(address);
    await call(removeAvatar, {}, { token: ana.token });
    expect(await isServed(address)).toBe(true);
    await call(removeAvatar, {}, { token: ben.token });
    expect(await isServed(address)).toBe(false);
  });

  test("ACC-7 everyone with an avatar still has its files after concurrent changes", async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => signUp(shop)));
    const pictures = [await newPicture(), await newPicture()];
    for (let round = 0; round < 6; round++) {
      await Promise.all(
        people.map(({ token }, i) => ((i + round) % 3 === 0 ? call(removeAvatar, {}, { token }) : give(token, pictures[(i + round) % 2]!))),
      );
      for (const { token } of people) {
        const { avatar } = await detailsOf(token);
        if (avatar) expect(await isServed(avatar)).toBe(true);
      }
    }
  });

  test("ACC-7 removing an avatar never deletes any other kind of picture", async () => {
    const { user, token } = await signUp(shop);
    const folder = join(shop.shop.config.dataDir, "images", "red-apple");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "640.webp"), "of a product");
    await pool.query("update user_account set avatar = '/images/red-apple/640.webp' where id = $1", [user._id]);
    await give(token, await newPicture());
    expect(existsSync(join(folder, "640.webp"))).toBe(true);
  });

  test("ACC-7 an account deleted during an upload does not get the avatar", async () => {
    const { user, token } = await signUp(shop);
    const visitor = (await shop.shop.identify(token))!;
    await pool.query("update user_account set status = 'Inactive' where id = $1", [user._id]);
    const files = new Map([[640, await newPicture()]]);
    await expect(changeAvatar(shop.shop, visitor, { key: "avatar-0123", files })).rejects.toMatchObject({ status: 401 });
    expect(await isServed("/images/avatar-0123/640.webp")).toBe(false);
    expect((await pool.query("select avatar from user_account where id = $1", [user._id])).rows).toEqual([{ avatar: "" }]);
  });

  test("ACC-7 too many uploads by one person are a 429", async () => {
    const { token } = await signUp(limited);
    const statuses = [];
    for (let i = 0; i < 31; i++) statuses.push((await sendFile(limited, uploadAvatar, Buffer.from("no picture"), { token })).status);
    expect(statuses).toEqual([...Array<number>(30).fill(400), 429]);
  });
});
