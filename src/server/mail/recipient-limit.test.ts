import { expect, test } from "vitest";
import { login, register, resendVerification, verifyEmail } from "#features/account/contract.ts";
import { updateUser } from "#features/account/profile/contract.ts";
import { forgotPassword } from "#features/reset/contract.ts";
import { changePassword, deleteAccount } from "#features/security/contract.ts";
import { PASSWORD } from "../../../tests/support/sign-up.ts";
import { openTestShop, type TestShop } from "../../../tests/support/test-shop.ts";
import { mailboxOf } from "./recipient-limit.ts";

const VICTIM = "victim@shop.example";

/** Everything an anonymous or unconfirmed caller can do to send email to one address, from many networks. */
async function attack(shop: TestShop): Promise<string[]> {
  let place = 0;
  const from = () => ({ headers: { "x-forwarded-for": `198.51.${place >> 8}.${place++ & 255}` } });
  const refusals: string[] = [];
  const attempt = async (answer: Promise<{ status: number; body: { message: string } }>) => {
    const { status, body } = await answer;
    if (status === 429) refusals.push(body.message);
    await shop.doJobs();
  };
  const signUp = async (email: string) => {
    await attempt(shop.call(register, { name: "Eve", email, password: PASSWORD, confirmPassword: PASSWORD }, from()));
    return async () => ({ token: (await shop.call(login, { email, password: PASSWORD }, from())).body.data.accesstoken as string });
  };
  for (let n = 0; n < 3; n++) {
    const asVictim = await signUp(VICTIM);
    for (let again = 0; again < 2; again++) {
      await attempt(shop.call(resendVerification, {}, { ...(await asVictim()), ...from() }));
      await attempt(shop.call(forgotPassword, { email: VICTIM }, from()));
    }
    const twice = { password: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD };
    for (let again = 0; again < 2; again++) await attempt(shop.call(changePassword, twice, { ...(await asVictim()), ...from() }));
    await attempt(shop.call(deleteAccount, { password: PASSWORD }, { ...(await asVictim()), ...from() }));
    await signUp(VICTIM.replace("@", `+${n}@`));
    const asEve = await signUp(`eve${n}@shop.example`);
    const fields = { name: "Eve", mobile: "1", email: VICTIM, password: PASSWORD };
    await attempt(shop.call(updateUser, fields, { ...(await asEve()), ...from() }));
  }
  for (let n = 0; n < 3; n++) {
    const asVictim = await signUp(VICTIM);
    const email = `mallory${n}@shop.example`;
    await attempt(shop.call(updateUser, { name: "Eve", mobile: "1", email, password: PASSWORD }, { ...(await asVictim()), ...from() }));
    const token = /token=(\S+)/.exec((await shop.emailsTo(email))[0]?.text ?? "")?.[1] ?? "";
    await attempt(shop.call(verifyEmail, { token }, from()));
  }
  return refusals;
}

test("a stranger's address gets ten emails a day, of any kind and whoever asks", async () => {
  const shop = await openTestShop({ RATE_LIMIT: "on", TRUST_PROXY: "127.0.0.1" });
  const refusals = await attack(shop);
  const tagged = [0, 1, 2].map((n) => VICTIM.replace("@", `+${n}@`));
  const emails = await Promise.all([VICTIM, ...tagged].map((address) => shop.emailsTo(address)));
  expect(emails.flat()).toHaveLength(10);
  expect(new Set(refusals)).toEqual(new Set(["Too many emails to this address today. Please try again in 24 hours."]));
  // The owner of the address can still register.
  const person = { name: "Vera", email: VICTIM, password: PASSWORD, confirmPassword: PASSWORD };
  expect((await shop.call(register, person)).status).toBe(200);
});

const at = (ip: string) => ({ headers: { "x-forwarded-for": ip } });

test("one network causes at most six of them, with registrations as with codes", async () => {
  const shop = await openTestShop({ RATE_LIMIT: "on", TRUST_PROXY: "127.0.0.1" });
  const tagged = Array.from({ length: 8 }, (_, n) => VICTIM.replace("@", `+${n}@`));
  for (const [n, email] of tagged.entries()) {
    const person = { name: "Eve", email, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await shop.call(register, person, at(`2001:db8:7:${n}::1`))).status).toBe(200);
  }
  const emails = await Promise.all(tagged.map((address) => shop.emailsTo(address)));
  expect(emails.flat()).toHaveLength(6);
  expect((await shop.call(forgotPassword, { email: VICTIM }, at("2001:db8:7::1"))).body.message).toMatch(
    /^Too many emails to this address/,
  );
  expect((await shop.call(forgotPassword, { email: VICTIM }, at("2001:db8:8::1"))).status).toBe(200);
});

test.each([
  ["ana@shop.example", "ana@shop.example"],
  ["Ana+figs+nuts@Shop.Example", "ana@shop.example"],
  ["a.n.a.lopez+x@gmail.com", "analopez@gmail.com"],
  ["ana.lopez@shop.example", "ana.lopez@shop.example"],
  ["+figs@shop.example", "+figs@shop.example"],
])("emails to %s are counted for %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

test("RATE_LIMIT=off disables it", async () => {
  const shop = await openTestShop({ RATE_LIMIT: "off" });
  await attack(shop);
  expect((await shop.emailsTo(VICTIM)).length).toBeGreaterThan(20);
});
