import { expect, test } from "vitest";
import { EMAIL_KINDS } from "#shared/settings.ts";
import { addAddress, addProduct } from "../../../../tests/support/goods.ts";
import { settingsOf } from "../../../../tests/support/settings.ts";
import { makeAdmin, signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { cashOnDelivery } from "../../orders/contract.ts";
import { previewEmail } from "./contract.ts";
import { KINDS } from "./rules.ts";

const shop = await openTestShop();
const change = await settingsOf(shop);
const { token } = await makeAdmin(shop);

async function order() {
  const { user, token: shopper } = await signUp(shop);
  const productId = await addProduct(shop, { price: 4, stock: 5 });
  const addressId = await addAddress(shop, user._id);
  const placed = await shop.call(cashOnDelivery, { list_items: [{ productId, quantity: 1 }], addressId }, { token: shopper });
  const emails = await shop.emailsTo(user.email);
  return { number: placed.body.data.orderId as string, emails, user };
}
const preview = async (kind: (typeof EMAIL_KINDS)[number], words: object) => {
  const empty = { subject: "", greeting: "", closing: "" };
  return (await shop.call(previewEmail, { ...empty, ...words }, { token, params: { kind } })).body.data;
};

test("emails are sent with the admins' own words, and with the original ones where they left them empty", async () => {
  const before = await order();
  const original = KINDS["orders.placed-email"].subject.replace("{order}", before.number);
  expect(before.emails.find(({ subject }) => subject === original)?.text).toContain("Hello,");
  const closing = "Return the crates, please.\n\nYour {shop} <b>team</b>";
  await change({ emails: { "orders.placed-email": { subject: "Got it: {order}", greeting: "Hola", closing } } });
  const { number, emails } = await order();
  const email = emails.find(({ subject }) => subject === `Got it: ${number}`);
  expect(email?.text).toContain("Hola");
  expect(email?.text).not.toContain("Hello");
  expect(email?.text).toContain("Return the crates, please.\n\nYour Despensa <b>team</b>");
  expect(email?.html).toContain("Your Despensa &lt;b&gt;team&lt;/b&gt;");
});

test("a name is used only of a person who confirmed their address", async () => {
  await change({ emails: { "orders.placed-email": { subject: "", greeting: "Hola {name}", closing: "Bye {name}" } } });
  const { emails, number } = await order();
  const text = emails.find(({ subject }) => subject === `Your order ${number}`)?.text;
  expect(text).toContain("Hello,");
  expect(text).not.toMatch(/Hola|Bye|\{name\}/);
});

test("the preview shows the words as they are typed, for every kind", async () => {
  for (const kind of EMAIL_KINDS) {
    expect((await preview(kind, {})).subject).toBe(KINDS[kind].subject.replace("{order}", "7K2M9QXT4W3B"));
    const { subject, html } = await preview(kind, { subject: "From {shop}", greeting: "Hi <i>", closing: "{shop}" });
    expect(subject).toBe("From Despensa");
    expect(html).toContain("Hi &lt;i&gt;");
  }
});
