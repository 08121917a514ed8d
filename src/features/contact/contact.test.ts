import { describe, expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { signUp, type SignedUp } from "../../../tests/support/sign-up.ts";
import { listAdminChanges } from "../audit/contract.ts";
import {
  answerMessage,
  archiveMessage,
  INBOX_LISTS,
  listMessages,
  reopenMessage,
  sendMessage,
  type InboxList,
  type InboxMessage,
} from "./contract.ts";
import { readMessagesOf } from "./store.ts";

const SHOP_EMAIL = "shop@despensa.example";
const shop = await openTestShop({ SHOP_EMAIL, RATE_LIMIT: "on" });
const written = { name: "Ana", email: "ana@shop.example", subject: "Where is my rice?", message: "Dear shop,\nwhere is it?" };

test("API-30 a message is stored for the logged-in user and emailed to the shop", async () => {
  const { user, token } = await signUp(shop);
  const another = await signUp(shop);
  const answer = await shop.call(sendMessage, { ...written, userId: another.user._id }, { token });
  expect(answer).toMatchObject({ status: 200, body: { success: true, message: "Your message has been sent successfully!" } });
  expect(await readMessagesOf(shop.shop.database.db, user._id)).toMatchObject([written]);

  const [email, ...more] = await shop.emailsTo(SHOP_EMAIL);
  expect(more).toEqual([]);
  expect(email).toMatchObject({ subject: "Message: Where is my rice?", replyTo: [{ name: "Ana", address: "ana@shop.example" }] });
  expect(email?.text).toContain("> Dear shop,\n> where is it?");
});

test("a message sent again with its Idempotency-Key is stored and emailed once", async () => {
  const { user, token } = await signUp(shop);
  const subject = "Sent twice";
  const send = () => shop.call(sendMessage, { ...written, subject }, { token, headers: { "idempotency-key": "k" } });
  const answers = await Promise.all([send(), send()]);
  expect(answers.map(({ status, body }) => `${status} ${body.message}`)).toEqual(
    Array(2).fill("200 Your message has been sent successfully!"),
  );
  expect(await readMessagesOf(shop.shop.database.db, user._id)).toHaveLength(1);
  const emails = await shop.emailsTo(SHOP_EMAIL);
  expect(emails.filter((email) => email.subject === `Message: ${subject}`)).toHaveLength(1);
});

test("STAT-3 visitors without a login cannot send messages", async () => {
  expect((await shop.call(sendMessage, written)).status).toBe(401);
});

test("STAT-3 every field is required, and errors name it", async () => {
  const { token } = await signUp(shop);
  for (const field of Object.keys(written)) {
    const answer = await shop.call(sendMessage, { ...written, [field]: " " }, { token });
    expect(answer).toMatchObject({ status: 400, body: { message: `${field} is required` } });
  }
});

async function statusOf(email: string): Promise<number> {
  const { token } = await signUp(shop);
  return (await shop.call(sendMessage, { ...written, email }, { token })).status;
}

test("STAT-5 the email address needs a top-level domain of 2 to 24 letters", async () => {
  for (const email of ["a@b.pe", `a@b.${"x".repeat(24)}`, "a.b+c@d-e.co.uk"]) expect(await statusOf(email)).toBe(200);
  for (const email of ["a@b.p", `a@b.${"x".repeat(25)}`, "a@b", "a b@c.com", "a@b.c0", "a@b.com\nbcc: c@d.com"])
    expect(await statusOf(email)).toBe(400);
});

test("a name or subject cannot add headers to the email", async () => {
  const { token } = await signUp(shop);
  const evil = "Hi\r\nBcc: victim@example.org";
  expect((await shop.call(sendMessage, { ...written, name: evil, subject: evil }, { token })).status).toBe(200);
  const [email] = await shop.emailsTo(SHOP_EMAIL);
  expect(email?.bcc).toBeUndefined();
  expect(email?.subject).toBe("Message: Hi Bcc: victim@example.org");
});

test("after five messages in an hour, more are refused for a while", async () => {
  const { token } = await signUp(shop);
  for (let n = 0; n < 5; n++) expect((await shop.call(sendMessage, written, { token })).status).toBe(200);
  const answer = await shop.call(sendMessage, written, { token });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(3000);
  expect(answer.body.message).toBe("Too many tries. Please try again in 60 minutes.");
});

const inbox = async (who: SignedUp, list: InboxList = "open") => (await shop.call(listMessages, { list }, who)).body;
const mine = (body: { data: InboxMessage[] }, userId: string) => body.data.filter((one) => one.userId === userId);
/** A person with a message. */
async function writes(): Promise<SignedUp & { _id: string }> {
  const person = await signUp(shop);
  await shop.call(sendMessage, { ...written, email: person.user.email }, person);
  const [message] = await readMessagesOf(shop.shop.database.db, person.user._id);
  return { ...person, _id: message!.id };
}
const managers = async () => [await signUp(shop, { name: "Mara", role: "MANAGER" }), await signUp(shop, { role: "MANAGER" })] as const;

describe("the inbox", () => {
  test("an answer is emailed once, even if two managers press Send, and shows who gave it", async () => {
    const [mara, another] = await managers();
    const { _id, user } = await writes();
    const text = "It is on its way.\n\nSee you tomorrow.";
    const answers = await Promise.all([shop.call(answerMessage, { _id, text }, mara), shop.call(answerMessage, { _id, text }, another)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const emails = (await shop.emailsTo(user.email)).filter(({ subject }) => subject === "Re: Where is my rice?");
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toMatch(/It is on its way\.[^]*See you tomorrow\.[^]*> Dear shop,\n> where is it\?/);
    const [answered] = mine(await inbox(mara, "answered"), user._id);
    expect(answered?.answered).toMatchObject({ text, by: { name: expect.any(String) } });
    expect(mine(await inbox(mara), user._id)).toEqual([]);
    expect((await shop.call(reopenMessage, { _id }, mara)).status).toBe(409);
    const { body } = await shop.call(listAdminChanges, { kind: "message", id: _id }, mara);
    expect(body.data).toMatchObject([{ action: "answered" }]);
  });

  test("a message answered elsewhere is marked, without an email, and can be opened again", async () => {
    const [mara] = await managers();
    const { _id, user } = await writes();
    const { open } = await inbox(mara);
    expect((await shop.call(answerMessage, { _id, text: " " }, mara)).body).toMatchObject({
      message: "Marked as answered",
      data: { answered: { text: "", by: { name: "Mara" } } },
    });
    expect((await inbox(mara)).open).toBe(open - 1);
    expect((await shop.emailsTo(user.email)).map(({ subject }) => subject)).not.toContain("Re: Where is my rice?");
    expect((await shop.call(reopenMessage, { _id }, mara)).body.data.answered).toBeNull();
    expect((await inbox(mara)).open).toBe(open);
  });

  test("a message can be put away, answered or not, and moved back to where it was", async () => {
    const [mara] = await managers();
    const { _id, user } = await writes();
    const isIn = async () => {
      const found: InboxList[] = [];
      for (const list of INBOX_LISTS) if (mine(await inbox(mara, list), user._id).length > 0) found.push(list);
      return found;
    };
    const { open } = await inbox(mara);
    expect((await shop.call(archiveMessage, { _id }, mara)).body).toMatchObject({ message: "Message archived", data: { archived: true } });
    expect([await isIn(), (await inbox(mara)).open]).toEqual([["archived"], open - 1]);
    expect((await shop.call(reopenMessage, { _id }, mara)).body.message).toBe("Moved back to the inbox");
    expect(await isIn()).toEqual(["open"]);
    await shop.call(answerMessage, { _id, text: "Tomorrow." }, mara);
    await shop.call(archiveMessage, { _id }, mara);
    expect(await isIn()).toEqual(["archived"]);
    expect((await shop.call(reopenMessage, { _id }, mara)).body.data.answered).toMatchObject({ text: "Tomorrow." });
    expect(await isIn()).toEqual(["answered"]);
    const { body } = await shop.call(listAdminChanges, { kind: "message", id: _id }, mara);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(["restored", "archived", "answered", "restored", "archived"]);
    expect((await shop.call(archiveMessage, { _id: "0".repeat(32) }, mara)).status).toBe(404);
  });

  test("has pages: open messages by how long they wait, answered ones newest first", async () => {
    const [mara] = await managers();
    const { user } = await signUp(shop);
    await shop.shop.database.pool.query(
      "insert into contact_message (id, user_id, name, email, subject, message) select lpad(n::text, 32, '0'), $1, 'Ana', 'ana@shop.example', 'Number ' || n, 'Hi' from generate_series(1, 45) n",
      [user._id],
    );
    const first = (await shop.call(listMessages, {}, mara)).body;
    const second = (await shop.call(listMessages, { before: first.next }, mara)).body;
    expect([first.data.length, first.data[0].subject, second.data[0].subject]).toEqual([20, "Number 1", "Number 21"]);
    await shop.shop.database.pool.query("update contact_message set answered_at = now(), answered_by = $1 where user_id = $2", [
      mara.user._id,
      user._id,
    ]);
    const answered = mine(await inbox(mara, "answered"), user._id).map(({ subject }) => subject);
    expect(answered[0]).toBe("Number 45");
  });
});
