import PostalMime, { type Email } from "postal-mime";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { EMAIL_KINDS, type EmailWords } from "#shared/settings.ts";
import type { Endpoint, InputOf, ReplyOf } from "#shared/endpoint.ts";
import { LANGUAGES, type Language } from "#words/language.ts";
import { readFromOutbox } from "#server/mail/outbox.ts";
import { newId } from "#server/new-id.ts";
import { securityEvents } from "#features/account/tables.ts";
import { passkeys } from "#features/account/two-step/tables.ts";
import { createAddress } from "#features/addresses/contract.ts";
import { answerComplaint, fileComplaint, listComplaints } from "#features/complaints/contract.ts";
import { contactMessages } from "#features/contact/tables.ts";
import { invitations } from "#features/invitations/tables.ts";
import { cashOnDelivery } from "#features/orders/contract.ts";
import { orderEvents, orders } from "#features/orders/tables.ts";
import { attempts, differences, refunds } from "#features/payments/tables.ts";
import { passwordResets } from "#features/reset/tables.ts";
import { tasksOf } from "#start/background-work.ts";
import { COMPLAINT, COMPLAINTS_BOOK } from "./support/complaint.ts";
import { addHostileCatalogue, BROKEN_OUT, HOSTILE_TEXTS } from "./support/hostile-texts.ts";
import { settingsOf } from "./support/settings.ts";
import { makeAdmin, signUp } from "./support/sign-up.ts";
import { openTestShop } from "./support/test-shop.ts";

// The shop's name is in every email, so it is another text than those of people.
const shop = await openTestShop({ SHOP_NAME: `Bodega ${HOSTILE_TEXTS[0]}` });
const { db } = shop.shop.database;
/** What people typed; its beginning tells that an email has come to say it. */
const TYPED = `${HOSTILE_TEXTS[4]} ${HOSTILE_TEXTS[5]} ${HOSTILE_TEXTS[2]}`;
const SAYS_TYPED = "&lt;img src=x";
const EMAIL = "ana@shop.example";

const admin = await makeAdmin(shop, { name: TYPED });
const ana = await signUp(shop, { name: TYPED, email: EMAIL, isConfirmed: true });
const change = await settingsOf(shop);
const ids = { order: "", complaint: "", open: "", message: newId(), invitation: newId(), reset: newId(), login: newId(), attempt: newId() };
const refundId = newId();

async function callAsAdmin<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> {
  const { status, body } = await shop.call(endpoint, input, { token: admin.token });
  if (status !== 200) throw new Error(`${endpoint.path}: ${status} ${body.message}`);
  return body;
}

async function fill(): Promise<string[]> {
  const { products } = await addHostileCatalogue(callAsAdmin, "https://pictures.example/apple.webp");
  const place = {
    address_line: TYPED.slice(0, 200),
    city: TYPED.slice(0, 100),
    state: "L",
    country: "P",
    pincode: "1",
    mobile: "+51 999 999 999",
  };
  const address = await shop.call(createAddress, place, { token: ana.token });
  const list_items = products.map(({ _id }) => ({ productId: _id, quantity: 1 }));
  const ordered = await shop.call(cashOnDelivery, { list_items, addressId: address.body.data._id }, { token: ana.token });
  expect([ordered.status, ordered.body.message]).toEqual([200, expect.any(String)]);
  const [order] = await db.select().from(orders);
  ids.order = order!.id;
  await db.update(orders).set({ delivery: { way: "delivery", zone: TYPED, address: "", slot: null }, couponCode: TYPED.slice(0, 40) });
  for (const kind of ["MISSING", "REPLACED", "WEIGHED", "ITEMS REFUNDED"] as const)
    await db
      .insert(orderEvents)
      .values({ id: newId(), orderId: ids.order, kind, who: "shop", before: `1 × ${TYPED}`, after: `2 × ${TYPED}` });

  await change({ ...COMPLAINTS_BOOK, legalName: TYPED.slice(0, 100), address: TYPED });
  const filed = {
    ...COMPLAINT,
    name: TYPED.slice(0, 120),
    description: TYPED,
    detail: TYPED,
    request: TYPED,
    parentName: TYPED.slice(0, 120),
  };
  expect((await shop.call(fileComplaint, { ...filed, address: TYPED.slice(0, 200) })).status).toBe(200);
  expect((await shop.call(fileComplaint, { ...filed, address: TYPED.slice(0, 200) })).status).toBe(200);
  const { data: complaints } = await callAsAdmin(listComplaints, {});
  [ids.complaint, ids.open] = complaints.map(({ _id }) => _id) as [string, string];
  await callAsAdmin(answerComplaint, { _id: ids.complaint, text: TYPED });

  const written = { name: TYPED, email: EMAIL, subject: TYPED, message: TYPED, answer: TYPED };
  await db.insert(contactMessages).values({ id: ids.message, userId: ana.user._id, ...written, answeredAt: sql`now()` });
  await db.insert(invitations).values({
    id: ids.invitation,
    email: EMAIL,
    role: "PICKER",
    invitedBy: admin.user._id,
    tokenHash: "x",
    expiresAt: sql`now() + interval '1 day'`,
  });
  await db.insert(passwordResets).values({ id: ids.reset, email: EMAIL, codeHash: "x", endsAt: sql`now() + interval '10 minutes'` });
  await db.insert(securityEvents).values({ id: ids.login, userId: ana.user._id, kind: "login", userAgent: TYPED });
  await db
    .insert(passkeys)
    .values({ id: "key", userId: ana.user._id, name: TYPED, publicKey: Buffer.alloc(1), counter: 0, transports: [] });
  const { deliveryAddress } = order!;
  const paid = { lines: [], subtotalCents: 100, totalCents: 100, deliveryAddress, couponCode: TYPED, expiresAt: sql`now()` };
  await db.insert(attempts).values({ id: ids.attempt, userId: ana.user._id, provider: "paypal", status: "REFUNDED", ...paid });
  const part = { id: refundId, attemptId: ids.attempt, cents: 100, reason: TYPED, status: "DONE" } as const;
  await db.insert(refunds).values(part);
  await db.insert(differences).values(part);
  return products.map(({ _id }) => _id);
}
const productIds = await fill();

const [userId, orderId, complaintId, messageId] = [ana.user._id, ids.order, ids.complaint, ids.message];

/** What the job of every kind of email is about. */
const ABOUT: Record<string, object> = {
  "account.verification-email": { userId, email: EMAIL },
  "account.email-changed-email": { userId, email: EMAIL },
  "account.password-email": { userId, email: EMAIL },
  "account.two-step-email": { userId, email: EMAIL, what: TYPED },
  "account.new-login-email": { userId, eventId: ids.login },
  "complaints.copy-email": { complaintId },
  "complaints.shop-email": { complaintId },
  "complaints.answer-email": { complaintId },
  "complaints.reminder-email": { complaintIds: [ids.open] },
  "contact.message-email": { messageId },
  "contact.answer-email": { messageId },
  "staff.invitation-email": { invitationId: ids.invitation, sending: 1 },
  "orders.placed-email": { orderId },
  "orders.new-order-email": { orderId, to: EMAIL },
  "orders.shipped-email": { orderId },
  "orders.delivered-email": { orderId },
  "orders.cancelled-email": { orderId },
  "orders.cancel-requested-email": { orderId },
  "orders.cancel-declined-email": { orderId },
  "orders.given-back-email": { orderId },
  "orders.given-back-in-cash-email": { orderId },
  "payments.order-changed-email": { orderId },
  "payments.items-refunded-email": { orderId, nth: 0 },
  "payments.refund-email": { refundId },
  "payments.difference-email": { differenceId: refundId },
  "pick.packed-email": { orderId },
  "reset.code-email": { id: ids.reset },
  "security.account-deleted-email": { email: EMAIL },
  "stock.low-email": { productIds, to: EMAIL },
};

/** These say nothing that anyone typed. */
const SAY_NOTHING = [
  "complaints.copy-email",
  "account.verification-email",
  "account.email-changed-email",
  "reset.code-email",
  "security.account-deleted-email",
];

const tasks = tasksOf(shop.shop).filter(({ name }) => name.endsWith("-email"));

async function sent(name: string, spoken: Language): Promise<Email> {
  const id = newId();
  const { execute } = tasks.find((task) => task.name === name)!;
  await execute({ id, data: ABOUT[name], language: spoken }, {} as Parameters<typeof execute>[1]); // jobs use no helpers
  const file = await readFromOutbox(shop.shop.config.dataDir, id);
  if (!file) throw new Error(`${name} was not sent`);
  return PostalMime.parse(file);
}

/** The elements and attributes of an email's HTML, without texts and values. */
const skeletonOf = (html = "") => html.replaceAll(/"[^"]*"/g, '""').match(/<[^>]*>/g) ?? [];

test("every kind of email is tried", () => {
  expect(tasks.map(({ name }) => name).toSorted()).toEqual(Object.keys(ABOUT).toSorted());
});

const ownWords = Object.fromEntries(
  EMAIL_KINDS.map((kind): [string, EmailWords] => [kind, { subject: TYPED.slice(0, 100), greeting: TYPED.slice(0, 100), closing: TYPED }]),
);

for (const words of ["original", "own"] as const)
  test.each(LANGUAGES)(`hostile texts are plain text in every kind of email with ${words} words, in %s`, async (spoken) => {
    const chosen = words === "own" ? ownWords : {};
    await change({ staffLanguage: spoken, emails: chosen, emails_es: chosen });
    for (const table of ["user_account", "customer_order", "payment_attempt", "complaint"])
      await db.execute(sql`update ${sql.identifier(table)} set language = ${spoken}`);
    for (const { name } of tasks) {
      const { html, subject, headers } = await sent(name, spoken);
      expect([name, html]).not.toMatchObject([name, expect.stringMatching(BROKEN_OUT)]);
      expect([name, skeletonOf(html).filter((tag) => /\son\w+=|^<(script|img|svg|iframe|base)/i.test(tag))]).toEqual([name, []]);
      expect([name, html?.includes(`lang="${spoken}"`)]).toEqual([name, true]);
      if (!SAY_NOTHING.includes(name)) expect([name, html?.includes(SAYS_TYPED)]).toEqual([name, true]);
      expect([name, subject]).not.toMatchObject([name, expect.stringMatching(/[\r\n]/)]);
      expect(headers.map(({ key }) => key).filter((key) => !HEADERS.has(key))).toEqual([]);
    }
  });

const HEADERS = new Set([
  ...["from", "to", "reply-to", "subject", "message-id", "date", "mime-version", "content-type"],
  ...["content-transfer-encoding", "auto-submitted"],
]);
