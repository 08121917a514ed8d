import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { codeIn, getTicket } from "../../../tests/support/reset.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop, type TestShop } from "../../../tests/support/test-shop.ts";
import { forgotPassword, resetPassword, verifyForgotPasswordOtp } from "./contract.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A mail server that takes no emails while it is `down`, and none for anybody while it `refuses`. */
async function mailServer() {
  const taken: Email[] = [];
  const state = { down: true, refuses: false, taken };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onConnect: (_session, done) => done(state.down ? Object.assign(new Error("down"), { responseCode: 421 }) : undefined),
    onRcptTo: (_address, _session, done) =>
      done(state.refuses ? Object.assign(new Error("5.1.1 no such mailbox"), { responseCode: 550 }) : undefined),
    async onData(stream, _session, done) {
      taken.push(await PostalMime.parse(Buffer.concat(await stream.toArray())));
      done();
    },
  });
  server.on("error", () => {});
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  ends.push(() => new Promise<void>((done) => server.close(() => done())));
  const shop = await openTestShop({ SMTP_URL: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}` });
  ends.push(() => shop.shop.mailer.close());
  return { state, shop, email: (await signUp(shop)).user.email };
}

const jobsLeft = async ({ shop }: TestShop) =>
  (await shop.database.pool.query("select attempts from graphile_worker._private_jobs")).rows as { attempts: number }[];

test("ACC-6 an email delayed by the mail server contains the valid code", async () => {
  const { state, shop, email } = await mailServer();
  await shop.call(forgotPassword, { email });
  await shop.doJobs();
  await shop.doJobs("early");
  expect(await jobsLeft(shop)).toEqual([{ attempts: 2 }]);

  state.down = false;
  await shop.doJobs("early");
  expect(state.taken).toHaveLength(1);
  expect((await shop.call(verifyForgotPasswordOtp, { email, otp: codeIn(state.taken[0]) })).status).toBe(200);
});

test("an email that the mail server refuses for good is not sent again", async () => {
  const { state, shop, email } = await mailServer();
  Object.assign(state, { down: false, refuses: true });
  await shop.call(forgotPassword, { email });
  await shop.doJobs();
  expect([state.taken, await jobsLeft(shop)]).toEqual([[], []]);
});

test("a code that expired before the mail server was back is not sent", async () => {
  const { state, shop, email } = await mailServer();
  await shop.call(forgotPassword, { email });
  await shop.doJobs();
  await shop.shop.database.pool.query("update password_reset set ends_at = now()");
  state.down = false;
  await shop.doJobs("early");
  expect(state.taken).toEqual([]);
  expect(await jobsLeft(shop)).toEqual([]);
});

test("of two requests while the mail server was down, only the second one's email is sent", async () => {
  const { state, shop, email } = await mailServer();
  for (const _ of [1, 2]) {
    await shop.call(forgotPassword, { email });
    await shop.doJobs();
  }
  expect(await jobsLeft(shop)).toHaveLength(2);
  state.down = false;
  await shop.doJobs("early");
  expect(state.taken).toHaveLength(1);
  expect((await shop.call(verifyForgotPasswordOtp, { email, otp: codeIn(state.taken[0]) })).status).toBe(200);
  expect(await jobsLeft(shop)).toEqual([]);
});

const outbox = await openTestShop();

test("API-4 the email has one six-digit number, whatever the person's name, and says how long it is valid", async () => {
  const { user } = await signUp(outbox, { name: "Ana 123456", email: "ana.654321@shop.example" });
  await outbox.call(forgotPassword, { email: user.email });
  const [email] = await outbox.emailsTo(user.email);
  const code = codeIn(email);
  expect(email).toMatchObject({ subject: "Your password reset code", to: [{ address: user.email }] });
  expect(email?.subject).not.toContain(code);
  expect(email?.html).toContain(code);
  expect(email?.text).toMatch(/It works for 10 minutes\./);
});

test("a new password is announced by email, and a name can add neither headers nor HTML", async () => {
  const name = '<img src=x onerror="alert(1)">\r\nBcc: victim@shop.example';
  const { user } = await signUp(outbox, { name, isConfirmed: true });
  const headers = await getTicket(outbox, user.email);
  const newPassword = "a larder full of jam";
  await outbox.call(resetPassword, { email: user.email, newPassword, confirmPassword: newPassword }, { headers });
  const [email] = await outbox.emailsTo(user.email);
  expect(email?.subject).toBe("Your password was changed");
  expect(email?.html).toContain("Hello &lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  expect(email?.headers.map(({ key }) => key)).not.toContain("bcc");
  expect(await outbox.emailsTo("victim@shop.example")).toEqual([]);
  expect(email?.text).toContain(`${outbox.shop.config.publicUrl}/forgot-password`);
  expect(`${email?.text} ${email?.html}`).not.toContain(newPassword);
});
