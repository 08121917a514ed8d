import { expect, test } from "vitest";
import * as z from "zod/mini";
import { EMAIL_JOB, enqueue } from "#server/jobs/jobs.ts";
import { tasksOf } from "#start/background-work.ts";
import { shadesOf } from "#shared/accent.ts";
import type { Db } from "#server/db/connect.ts";
import { EMAIL_KINDS, type EmailKind } from "#shared/settings.ts";
import type { Language } from "#words/language.ts";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { setDelivery } from "../../../../tests/support/delivery.ts";
import { settingsOf } from "../../../../tests/support/settings.ts";
import { makeAdmin, PASSWORD, signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { register } from "../../account/contract.ts";
import { updateOrderStatus } from "../../orders/admin/contract.ts";
import { cashOnDelivery } from "../../orders/contract.ts";
import { answerMessage, listMessages, sendMessage } from "../../contact/contract.ts";
import { invite } from "../../invitations/contract.ts";
import {
  emailCancelDeclined,
  emailCancelRequested,
  emailOrderCanceled,
  emailOrderMoved,
  emailRefundedByHand,
} from "../../orders/emails.ts";
import { recordEvent } from "../../orders/timeline/order-events.ts";
import { recordAmount } from "../../orders/timeline/recorded-amount.ts";
import { emailChanged } from "../../payments/changes/emails.ts";
import { emailPacked } from "../../pick/emails.ts";
import { originalEmail, previewEmail } from "./contract.ts";
import { KINDS, SAMPLE_CENTS } from "./rules.ts";

const shop = await openTestShop();
const change = await settingsOf(shop);
const { token } = await makeAdmin(shop);

async function order(spoken: Language = "en", price = 4) {
  const { user, token: shopper } = await signUp(shop);
  const productId = await addProduct(shop, { price, stock: 5 });
  const addressId = await addAddress(shop, user._id);
  const placed = await shop.call(cashOnDelivery, { list_items: [{ productId, quantity: 1 }], addressId }, { token: shopper, spoken });
  const emails = await shop.emailsTo(user.email);
  return { number: placed.body.data.orderId as string, emails, user };
}
const preview = async (kind: (typeof EMAIL_KINDS)[number], words: object) => {
  const empty = { subject: "", greeting: "", closing: "" };
  return (await shop.call(previewEmail, { ...empty, ...words }, { token, params: { kind } })).body.data;
};

test("emails are sent with the admins' own words, and with the original ones where they left them empty", async () => {
  const before = await order();
  const original = KINDS["orders.placed-email"].subject(before.number);
  expect(before.emails.find(({ subject }) => subject === original)?.text).toContain("Hello,");
  const closing = "Return the crates, please.\n\nGreetings,\nyour {shop} <b>team</b>";
  await change({ emails: { "orders.placed-email": { subject: "Got it: {order}", greeting: "Hola", closing } } });
  const { number, emails } = await order();
  const email = emails.find(({ subject }) => subject === `Got it: ${number}`);
  expect(email?.text).toContain("Hola");
  expect(email?.text).not.toContain("Hello");
  expect(email?.text).toContain("Return the crates, please.\n\nGreetings,\nyour Despensa <b>team</b>");
  expect(email?.html).toMatch(/Greetings,\s*<br \/>your Despensa &lt;b&gt;team&lt;\/b&gt;/);
});

test.each([
  ["pick.packed-email", emailMissing],
  ["payments.order-changed-email", (tx, orderId) => emailChanged(tx, orderId, "shop")],
  ["orders.given-back-in-cash-email", (tx, orderId) => emailRefundedByHand(tx, orderId, "cash")],
] satisfies [EmailKind, (tx: Db, orderId: string) => Promise<void>][])("%s has the admins' own words, too", async (kind, email) => {
  const { pool } = shop.shop.database;
  const { number, user } = await order();
  await pool.query("update user_account set verify_email = true where id = $1", [user._id]);
  await change({ emails: { [kind]: { subject: "News of {order}", greeting: "Hola {name}", closing: "Your {shop} team" } } });
  const { rows } = await pool.query<{ id: string }>("select id from customer_order where number = $1", [number]);
  await shop.shop.database.transact(({ tx }) => email(tx, rows[0]!.id));
  const sent = (await shop.emailsTo(user.email)).find(({ subject }) => subject === `News of ${number}`);
  expect(sent?.text).toContain(`Hola ${user.name}`);
  expect(sent?.text).toContain("Your Despensa team");
});

test("emails to the shop and its staff, and answers to messages, have the admins' own words, too", async () => {
  const kinds = ["orders.new-order-email", "stock.low-email", "staff.invitation-email", "contact.answer-email"] as const;
  const closing = "Your {shop} team";
  const given = Object.fromEntries(kinds.map((kind) => [kind, { subject: `{shop}: ${kind}`, greeting: "Hola", closing }]));
  await change({ emails: given, orderEmails: ["team@shop.example"], stockEmails: ["team@shop.example"], staffLanguage: "en" });
  await order();
  await addProduct(shop, { stock: 1 });
  await enqueue(shop.shop.database.db, { name: "stock.look-low", data: z.unknown() }, {});
  expect((await shop.call(invite, { email: "new@shop.example", role: "PICKER", password: PASSWORD }, { token })).status).toBe(200);
  const asked = { name: "Ana", email: "ana@shop.example", subject: "Sundays", message: "Do you deliver on Sundays, too?" };
  await shop.call(sendMessage, asked, { token: (await signUp(shop)).token });
  const [message] = (await shop.call(listMessages, {}, { token })).body.data;
  await shop.call(answerMessage, { _id: message._id, text: "Yes, we do." }, { token });
  const emails = (await Promise.all(["team@shop.example", "new@shop.example", "ana@shop.example"].map((to) => shop.emailsTo(to)))).flat();
  for (const kind of kinds) {
    const email = emails.find(({ subject }) => subject === `Despensa: ${kind}`);
    expect([kind, email?.text?.includes("Hola\n"), email?.text?.includes("Your Despensa team")]).toEqual([kind, true, true]);
  }
  await change({ emails: {}, orderEmails: [], stockEmails: [] });
});

/** Why admins can't change the words of some emails. */
const FIXED: Record<string, "security" | "asked for by law" | "its writer's words"> = {
  "account.email-changed-email": "security",
  "account.new-login-email": "security",
  "account.password-email": "security",
  "account.two-step-email": "security",
  "reset.code-email": "security",
  "security.account-deleted-email": "security",
  "complaints.answer-email": "asked for by law",
  "complaints.copy-email": "asked for by law",
  "complaints.reminder-email": "asked for by law",
  "complaints.shop-email": "asked for by law",
  "contact.message-email": "its writer's words",
};
/** They have the words of another email about the same thing. */
const LIKE_OTHERS = ["payments.difference-email"];

test("admins can change the words of every email, unless there is a reason", () => {
  const emails = tasksOf(shop.shop).flatMap(({ name }) => (name.endsWith(EMAIL_JOB) ? name : []));
  const changeable: readonly string[] = EMAIL_KINDS;
  expect(emails.filter((name) => !changeable.includes(name)).toSorted()).toEqual([...Object.keys(FIXED), ...LIKE_OTHERS].toSorted());
});

test("the admins' subject about missing items is not used when everything was found, only lighter", async () => {
  const { pool } = shop.shop.database;
  const { number, user } = await order();
  await pool.query("update user_account set verify_email = true where id = $1", [user._id]);
  await change({ emails: { "pick.packed-email": { subject: "Missing in {order}", greeting: "Hola {name}", closing: "" } } });
  const { rows } = await pool.query<{ id: string }>("select id from customer_order where number = $1", [number]);
  await shop.shop.database.transact(({ tx }) => emailPacked(tx, rows[0]!.id));
  const sent = (await shop.emailsTo(user.email)).find(({ subject }) => subject === `Your order ${number} costs less now`);
  expect(sent?.text).toContain(`Hola ${user.name}`);
});

async function emailMissing(tx: Db, orderId: string): Promise<void> {
  await recordEvent(tx, { orderId, kind: "MISSING", who: "shop", before: recordAmount(1, { name: "Figs" }), after: "0" });
  await emailPacked(tx, orderId);
}

/** Of an order that was not yet sent. */
async function emailCanceled(tx: Db, orderId: string): Promise<void> {
  await recordEvent(tx, { orderId, kind: "CANCELLED", who: "shop", before: "PENDING", after: "CANCELLED" });
  await emailOrderCanceled(tx, orderId);
}

const ORDER_EMAILS: Partial<Record<EmailKind, (tx: Db, orderId: string) => Promise<void>>> = {
  "payments.order-changed-email": (tx, orderId) => emailChanged(tx, orderId, "shopper"),
  "pick.packed-email": emailMissing,
  "orders.shipped-email": (tx, orderId) => emailOrderMoved(tx, orderId, "SHIPPED"),
  "orders.delivered-email": (tx, orderId) => emailOrderMoved(tx, orderId, "DELIVERED"),
  "orders.cancelled-email": emailCanceled,
  "orders.cancel-requested-email": emailCancelRequested,
  "orders.cancel-declined-email": emailCancelDeclined,
  "orders.given-back-email": (tx, orderId) => emailRefundedByHand(tx, orderId, "transfer"),
  "orders.given-back-in-cash-email": (tx, orderId) => emailRefundedByHand(tx, orderId, "cash"),
};

test("the preview has the subjects and first sentences of the emails that are sent", async () => {
  await change({ emails: {} });
  const { pool } = shop.shop.database;
  const { number, user } = await order("en", SAMPLE_CENTS / 100);
  await pool.query("update user_account set verify_email = true where id = $1", [user._id]);
  const { rows } = await pool.query<{ id: string }>("select id from customer_order where number = $1", [number]);
  // So that it is on its way when the shop declines to cancel it.
  await pool.query("update customer_order set status = 'SHIPPED' where number = $1", [number]);
  const send = Object.values(ORDER_EMAILS);
  await shop.shop.database.transact(async ({ tx }) => {
    for (const one of send) await one(tx, rows[0]!.id);
  });
  const sent = (await shop.emailsTo(user.email)).map(({ subject, text = "" }) => ({ subject, text: text.replaceAll(/\s+/g, " ") }));
  const kinds = ["orders.placed-email", ...Object.keys(ORDER_EMAILS)] as EmailKind[]; // its keys
  for (const kind of kinds) {
    const { subject, says } = KINDS[kind];
    expect(sent).toContainEqual({ subject: subject(number), text: expect.stringContaining(says(number)) });
  }
});

const withSubject = (subject: string) => ({ subject, greeting: "", closing: "" });
test("an order that is picked up has words of its own, in its language", async () => {
  await setDelivery(shop, { zones: [], collection: { address: "12 Market Street", times: [] } });
  await change({
    emails: { "orders.shipped-email": withSubject("Sent: {order}"), "orders.ready-email": withSubject("Fetch {order}") },
    emails_es: { "orders.delivered-email": withSubject("Entregado"), "orders.picked-up-email": withSubject("Ya es tuyo") },
  });
  for (const [spoken, expected] of [
    ["en", ["Fetch {order}", "Your order {order} was picked up"]],
    ["es", ["Tu pedido {order} está listo para recoger", "Ya es tuyo"]],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one order after the other
    await checkPickup(spoken, expected);
  }
  await setDelivery(shop, { on: false });
  await change({ emails: {}, emails_es: {} });
});

async function checkPickup(spoken: Language, expected: readonly string[]): Promise<void> {
  const { user, token: shopper } = await signUp(shop);
  const list_items = [{ productId: await addProduct(shop), quantity: 1 }];
  const placed = await shop.call(cashOnDelivery, { list_items, delivery: { way: "collection" } }, { token: shopper, spoken });
  const { orderId } = placed.body.data;
  for (const status of ["SHIPPED", "DELIVERED"] as const) await shop.call(updateOrderStatus, { orderId, status }, { token });
  const subjects = (await shop.emailsTo(user.email)).map(({ subject }) => subject);
  expect(subjects).toEqual(expect.arrayContaining(expected.map((subject) => subject.replace("{order}", orderId))));
}

test("a name is used only if the person has confirmed their address", async () => {
  await change({ emails: { "orders.placed-email": { subject: "", greeting: "Hola {name}", closing: "Bye {name}" } } });
  const { emails, number } = await order();
  const text = emails.find(({ subject }) => subject === `Your order ${number}`)?.text;
  expect(text).toContain("Hello,");
  expect(text).not.toMatch(/Hola|Bye|\{name\}/);
});

test("a Spanish email has the Spanish words, and is wholly original without them", async () => {
  const words = { subject: "Got it: {order}", greeting: "Hi", closing: "Return the crates, please." };
  await change({ emails: { "orders.placed-email": words } });
  const placed = await order("es");
  const email = placed.emails.find(({ subject }) => subject === `Tu pedido ${placed.number}`);
  expect(email?.text).toContain("Hola:");
  expect(email?.text).not.toContain("crates");
  await change({ emails_es: { "orders.placed-email": { ...words, subject: "Recibimos el {order}", closing: "Devuelve las jabas." } } });
  const second = await order("es");
  const spanish = second.emails.find(({ subject }) => subject === `Recibimos el ${second.number}`);
  expect(spanish?.text).toContain("Devuelve las jabas.");
  expect(spanish?.text).not.toContain("crates");
});

const told = async () => (await shop.emailsTo("desk@shop.example")).map(({ subject }) => subject);
test("emails to the shop itself are in the language that it sets", async () => {
  await change({ orderEmails: ["desk@shop.example"], staffLanguage: "es" });
  const spanish = await order();
  expect(await told()).toEqual([`Pedido nuevo ${spanish.number}`]);
  await change({ staffLanguage: "en" });
  const english = await order("es");
  expect(await told()).toContain(`New order ${english.number}`);
});

test("the preview shows the words as they are typed, for every kind and in both languages", async () => {
  for (const kind of EMAIL_KINDS) {
    expect((await preview(kind, {})).subject).toBe(KINDS[kind].subject("7K2M9QXT4W3B", { shop: "Despensa" }));
    const { subject, html } = await preview(kind, { subject: "From {shop}", greeting: "Hi <i>", closing: "{shop}" });
    expect(subject).toBe("From Despensa");
    expect(html).toContain("Hi &lt;i&gt;");
    const { data: originals } = (await shop.call(originalEmail, undefined, { token, params: { kind } })).body;
    const spanish = await preview(kind, { language: "es" });
    expect(spanish.subject).toBe(originals.es.subject.replace("{order}", "7K2M9QXT4W3B").replace("{shop}", "Despensa"));
    expect(spanish.subject).not.toBe(KINDS[kind].subject("7K2M9QXT4W3B", { shop: "Despensa" }));
    expect(spanish.html).toContain(originals.es.greeting.replace("{name}", "Ana"));
    expect(spanish.html).toContain('<html lang="es"');
  }
});

test("emails have the accent color, in a shade that is readable, and without one the original green", async () => {
  const GREEN = /#14613a|#7ccf9c|#8fdbac/;
  const { emails: before } = await order();
  for (const { html } of before) expect(html).toMatch(GREEN);
  for (const accent of ["#b3361f", "#f7b733"]) {
    await change({ accent });
    const { light, dark } = shadesOf(accent);
    const account = { name: "Ana", email: `${accent.slice(1)}@shop.example`, password: PASSWORD, confirmPassword: PASSWORD };
    await shop.call(register, account);
    const { emails } = await order();
    const confirm = await shop.emailsTo(account.email);
    expect([emails.length, confirm.length]).toEqual([1, 1]);
    for (const { html = "" } of [...emails, ...confirm, await preview("orders.shipped-email", {})]) {
      expect(html).not.toMatch(GREEN);
      expect(html).toMatch(new RegExp(`class="brand"[^>]*color:${light.leaf};`));
      expect(html).toContain(`.brand{color:${dark.leaf}!important}`);
    }
    expect(confirm[0]?.html).toContain(`background:${light.leaf};color:${light.on}`);
  }
  await change({ accent: "" });
});

test("a preview shows what those read who pick their order up", async () => {
  for (const kind of EMAIL_KINDS.filter((one) => KINDS[one].hasPickup)) {
    // oxlint-disable-next-line no-await-in-loop -- few
    const [sent, picked] = [await preview(kind, {}), await preview(kind, { pickup: true })];
    expect(sent.html).toMatch(/sent|stop/);
    expect([kind, picked.html.match(/was already sent|won&#39;t be sent|on its way/)]).toEqual([kind, null]);
    expect(picked.html).not.toBe(sent.html);
  }
});
