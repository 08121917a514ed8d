import { once } from "node:events";
import { mkdtempSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { pino } from "pino";
import { v7 } from "uuid";
import { afterAll, afterEach, expect, test } from "vitest";
import { safeError } from "../log.ts";
import { listenTo, type ShopEvent } from "../metrics/events.ts";
import { composeEmail, paragraph, quotation, table } from "./email.ts";
import { openMailer } from "./mailer.ts";
import { deleteOldEmails, listOutbox, readFromOutbox } from "./outbox.ts";

const face = {
  name: "Despensa",
  email: "hello@shop.example",
  publicUrl: "https://shop.example",
};
const content = composeEmail(face, "Your order", [paragraph("Thank you <b>very</b> much."), table([{ label: "Rice", amount: "$2.00" }])]);
const ends: (() => unknown)[] = [];
const logged: string[] = [];
const counted: ShopEvent[] = [];
listenTo((event) => void counted.push(event));
afterAll(() => listenTo(undefined));
afterEach(async () => {
  logged.length = counted.length = 0;
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A mail server; `taken` are the emails it accepted. */
async function mailServer(options: SMTPServerOptions = {}) {
  const taken: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, _session, done) {
      const chunks = await stream.toArray();
      taken.push(await PostalMime.parse(Buffer.concat(chunks)));
      done();
    },
    ...options,
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  ends.push(() => new Promise<void>((done) => server.close(() => done())));
  const { port } = listener.address() as AddressInfo;
  const mailer = openMailer(
    { publicUrl: face.publicUrl, dataDir: "" },
    async () => ({ name: "Shop", email: "hello@shop.example" }),
    async () => ({ smtpUrl: `smtp://127.0.0.1:${port}`, from: undefined }),
    pino({ serializers: { err: safeError } }, { write: (line) => void logged.push(line) }),
  );
  ends.push(() => mailer.close());
  return { taken, mailer };
}

test("an email reaches the mail server as text and HTML, with its own id", async () => {
  const { taken, mailer } = await mailServer();
  await mailer.send({ id: "email1", to: "ana@example.org", content, replyTo: { name: "Berta", address: "berta@example.org" } });
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({
    subject: "Your order",
    messageId: "<email1@shop.example>",
    from: { name: "Shop", address: "hello@shop.example" },
    to: [{ address: "ana@example.org" }],
    replyTo: [{ name: "Berta", address: "berta@example.org" }],
  });
  expect(taken[0]?.text).toContain("Thank you <b>very</b> much.\n\nRice: $2.00");
  expect(taken[0]?.html).toContain("Thank you &lt;b&gt;very&lt;/b&gt; much.");
});

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
const DAY = 24 * 3_600_000;
/** The id of an email that is so many days old. */
const idOfAge = (days: number) => v7({ msecs: Date.now() - days * DAY }).replaceAll("-", "");

test("if the mail server refuses a recipient for now, the email is retried for two days", async () => {
  const { mailer } = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal(452, "4.2.2 The mailbox is full")) });
  const send = (days: number) => mailer.send({ id: idOfAge(days), to: "ana@example.org", content });
  for (const days of [0, 1.9]) await expect(send(days)).rejects.toThrow(/^recipient refused for now: .*452/);
  expect(await send(2.1)).toBeInstanceOf(Error);
  expect(counted).toEqual(["email-failed", "email-failed", "email-refused"]);
});

test("if the mail server refuses all emails for now, they are retried for longer", async () => {
  for (const message of ["4.3.1 Insufficient system storage", "4.7.1 Too many emails"]) {
    const { mailer } = await mailServer({ onRcptTo: (_address, _session, done) => done(refusal(452, message)) });
    await expect(mailer.send({ id: idOfAge(3), to: "ana@example.org", content })).rejects.toThrow(/^(?!recipient refused)/);
  }
});

const refusedData =
  (responseCode: number, message: string): NonNullable<SMTPServerOptions["onData"]> =>
  (stream, _session, done) =>
    void stream.resume().on("end", () => done(refusal(responseCode, message)));

test.each([
  ["an address", { onRcptTo: (_address, _session, done) => done(refusal(550, "5.1.1 <ana@example.org> is unknown")) }],
  ["an address without an enhanced code", { onRcptTo: (_address, _session, done) => done(refusal(553, "no such mailbox")) }],
  ["an email", { onData: refusedData(552, "5.3.4 This email is too large") }],
] satisfies [string, SMTPServerOptions][])(
  "if the mail server refuses %s for good, that is logged and counted, and not retried",
  async (_what, options) => {
    const { mailer } = await mailServer(options);
    expect(await mailer.send({ id: "email1", to: "ana@example.org", content })).toBeInstanceOf(Error);
    expect(counted).toEqual(["email-refused"]);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ email: "email1", msg: "the mail server refused an email for good" }]);
    expect(logged.join("")).not.toContain("ana@example.org");
  },
);

test.each([
  ["its sender", { onMailFrom: (_address, _session, done) => done(refusal(550, "5.1.8 Unknown sender")) }],
  ["the shop's use of it", { onRcptTo: (_address, _session, done) => done(refusal(554, "5.7.1 Relay access denied")) }],
  ["an unverified sender", { onData: refusedData(554, "Message rejected: Email address is not verified") }],
  ["a sender of another account", { onData: refusedData(550, "The from address does not match a verified Sender Identity") }],
  ["a sender that doesn't exist", { onRcptTo: (_address, _session, done) => done(refusal(550, "Sender domain does not exist")) }],
  ["all emails of the day", { onData: refusedData(550, "5.4.5 Daily user sending limit exceeded") }],
  ["relaying, without an enhanced code", { onRcptTo: (_address, _session, done) => done(refusal(550, "relay not permitted")) }],
  ["connections", { onConnect: (_session, done) => done(refusal(554, "No service here")) }],
] satisfies [string, SMTPServerOptions][])(
  "if the mail server refuses %s, which can be mended, sending is retried",
  async (_what, options) => {
    const { mailer } = await mailServer(options);
    await expect(mailer.send({ id: "email1", to: "ana@example.org", content })).rejects.toThrow(/55\d/);
    expect(counted).toEqual(["email-failed"]);
  },
);

test("a slow mail server gets the email once", async () => {
  let count = 0;
  const { mailer } = await mailServer({
    async onData(stream, _session, done) {
      count++;
      await stream.toArray();
      setTimeout(done, 1500);
    },
  });
  await mailer.send({ id: "email1", to: "ana@example.org", content });
  expect(count).toBe(1);
});

test("a name, subject or address cannot add headers or recipients", async () => {
  const { taken, mailer } = await mailServer();
  const evil = "Hello\r\nBcc: victim@example.org\r\n\r\nbody";
  const injected = composeEmail(face, evil, [quotation(evil)]);
  await mailer.send({ id: "email1", to: "ana@example.org", content: injected, replyTo: { name: evil, address: "b@example.org" } });
  expect(taken[0]?.bcc).toBeUndefined();
  expect(taken[0]?.headers.map(({ key }) => key)).not.toContain("bcc");
  const two = mailer.send({ id: "email2", to: "ana@example.org, victim@example.org", content });
  await two.catch(() => {});
  expect(taken.flatMap(({ to }) => to?.map(({ address }) => address))).not.toContain("victim@example.org");
});

const daysAgo = (n: number) => new Date(Date.now() - n * 24 * 3_600_000);

test("without a mail server, emails go to the outbox: newest first, once each, for 30 days", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "despensa-outbox-"));
  ends.push(() => rmSync(dataDir, { recursive: true }));
  const mailer = openMailer(
    { publicUrl: face.publicUrl, dataDir },
    async () => face,
    async () => ({ smtpUrl: undefined, from: "Shop <hello@shop.example>" }),
    pino({ level: "silent" }),
  );
  for (const id of ["a1", "a2", "a1"]) await mailer.send({ id, to: "ana@example.org", content });
  expect(await listOutbox(dataDir)).toEqual(["a2", "a1"]);
  const email = await PostalMime.parse((await readFromOutbox(dataDir, "a1"))!);
  expect(email).toMatchObject({ subject: "Your order", to: [{ address: "ana@example.org" }] });
  expect(await readFromOutbox(dataDir, "../secrets/jwt")).toBeUndefined();

  for (const [id, age] of [
    ["a1", 31],
    ["a2", 29],
  ] as const)
    utimesSync(join(dataDir, "outbox", `${id}.eml`), daysAgo(age), daysAgo(age));
  await deleteOldEmails(undefined, { dataDir });
  expect(await listOutbox(dataDir)).toEqual(["a2"]);
});
