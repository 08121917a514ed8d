import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { sendMessage } from "./contract.ts";
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
