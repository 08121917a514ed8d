import type { Config } from "#server/settings/config.ts";
import type { Face } from "#shared/face.ts";
import type { TextName } from "./contract.ts";

/** What the texts depend on. */
export type Facts = Pick<Face, "delivers" | "freeDelivery" | "pickupOnly" | "complaintsBook"> &
  Pick<Config, "offline" | "push"> & {
    /** Whether orders can be picked up at the shop. */
    collects: boolean;
  };

interface Ways {
  freeDelivery: boolean;
  pickupOnly?: boolean | undefined;
}

/** What is true of a shop that delivers for free, of one that charges for it, or of one whose orders can only be picked up. */
export function byWay({ freeDelivery, pickupOnly }: Ways, words: { free: string; charged: string; pickup: string }): string {
  if (pickupOnly) return words.pickup;
  return freeDelivery ? words.free : words.charged;
}

/** What is true of orders that are only delivered, only picked up, or both. */
export function byHandover(
  { collects, pickupOnly }: Pick<Facts, "collects" | "pickupOnly">,
  words: { delivery: string; both: string; pickup: string },
): string {
  if (pickupOnly) return words.pickup;
  return collects ? words.both : words.delivery;
}

/**
 * The texts of the shop's pages until an admin writes others, in Markdown. `{name}` and `{email}` stand for the shop's. The numbers
 * of the shipping policy, and what the about page covers, are the specification's (STAT-1, STAT-2). None promises free delivery once
 * a zone charges a fee, or any delivery if orders can only be picked up. They speak of pickup only where it is offered.
 */
export const originalsOf = ({
  delivers,
  freeDelivery,
  pickupOnly,
  collects,
  complaintsBook,
  offline,
  push,
}: Facts): Readonly<Record<TextName, string>> => ({
  about: `# About {name}

A calm, fresh market ${pickupOnly ? "near you" : "that comes to your door"}: ${freeDelivery ? "quality products, exceptional service and free shipping" : "quality products and exceptional service"}.

## Our mission

Everyone should be able to fill a good pantry without losing an afternoon. We carry what people really use, at clear prices, and ${byWay({ freeDelivery, pickupOnly }, { free: "deliver it for free", charged: "bring it to your door", pickup: "have it ready for pickup" })}.

## Our values

- **Plain prices.** The price you see is the price you pay. ${byWay({ freeDelivery, pickupOnly }, { free: "Delivery is free, on every order.", charged: "You see what delivery costs before you order.", pickup: "Picking up your order is free." })}
- **Good food.** We sell what we would put on our own table.
- **Honest stock.** You see what is sold out, and how many are left when there are only a few.
- **Quiet service.** No pop-ups, no tracking, no tricks. A person answers within 24 hours.

## Our team

Buyers who know their growers and bakers by name, packers who put the eggs on top, ${pickupOnly ? "" : "drivers who close the gate behind them, "}and a few people who keep this shop simple and quick.

## Contact

Write to us at [{email}](mailto:{email}), or use our [contact form](/ContactUsPage). For ${pickupOnly ? "pickup" : "delivery"} times, see our [shipping policy](/shipping-policy).
`,

  shipping: `# Shipping Policy

${byWay({ freeDelivery, pickupOnly }, { free: "Shipping is free on every order, whatever its size.", charged: "What delivery costs depends on where you live. You see the fee before you order.", pickup: "We don't deliver. You pick up your order at the shop, free of charge." })}${collects && !pickupOnly ? " You can also pick up your order at the shop, free of charge." : ""}

## How long it takes

- **Processing** takes 3-7 business days.
${pickupOnly ? "" : "- **Shipping** takes 2-5 business days on average, once your order has left us.\n"}${delivers ? `- **If you choose a time** at the checkout, your order ${byHandover({ collects, pickupOnly }, { delivery: "comes", both: "comes or is ready for pickup", pickup: "is ready" })} at that time instead.\n` : ""}
## Changing your mind

You can cancel an order within 24 hours of placing it. If it is already ${byHandover({ collects, pickupOnly }, { delivery: "on its way by then, tell us anyway: we'll try to stop it and", both: "on its way or ready for pickup by then, tell us anyway: we'll try to stop it and", pickup: "ready for pickup by then, tell us anyway: we'll see what we can do and" })} email you our answer. After 24 hours you can still cancel until it is ${byHandover({ collects, pickupOnly }, { delivery: "sent", both: "sent or ready for pickup", pickup: "ready for pickup" })}.

${pickupOnly ? "" : "## A wrong address\n\nTell us within 24 hours of ordering and we will correct the address before the parcel leaves.\n\n"}## Damaged items

About 1 in 1000 items arrive damaged. If one of yours does, send us a photo and we will replace or refund it. See our [returns policy](/returns).

## Questions

Write to [{email}](mailto:{email}). We reply within 24 hours.
`,

  returns: `# Returns

If something is not right, we will make it right.

## It ${pickupOnly ? "was" : "arrived"} damaged, spoiled or wrong

Write to us with your order number and a photo. We will replace the item or refund it, as you prefer. You do not have to send spoiled food back.

## You changed your mind

- You can cancel until your order is ${byHandover({ collects, pickupOnly }, { delivery: "sent, and get your money back. Already on its way? Ask us within 24 hours of ordering, and we'll try to stop it.", both: "sent or ready for pickup, and get your money back. Already on its way or ready? Ask us within 24 hours of ordering, and we'll try to stop it.", pickup: "ready for pickup, and get your money back. Already ready? Ask us within 24 hours of ordering, and we'll see what we can do." })}
- You can return unopened, non-perishable items (tins, household goods, accessories) within 14 days of ${byHandover({ collects, pickupOnly }, { delivery: "delivery", both: "delivery or pickup", pickup: "pickup" })}.
- Fresh and frozen food, and opened food or cosmetics, cannot be returned unless something is wrong with them.

## Refunds

We refund the way you paid. If you paid in cash, we refund you in cash or by bank transfer. We send it within 5 business days of our reply.

## Contact

[{email}](mailto:{email}), we reply within 24 hours. For ${pickupOnly ? "pickup" : "delivery"} times, see our [shipping policy](/shipping-policy).
`,

  terms: `# Terms

What you can expect from {name}, and what we expect from you.

## Ordering

Your order is placed once we confirm it with an order number. If something sells out or its price changes during the checkout, we tell you before you order, and you decide.

## Prices

All prices are in {currency}. The price you see, after any discount, is the price you pay. ${byWay({ freeDelivery, pickupOnly }, { free: "Delivery is free", charged: "What delivery costs is shown before you order", pickup: "Picking up your order is free" })}. The prices of an order do not change after you place it.

## Paying

You choose how to pay at the checkout. With cash on delivery you pay when ${byHandover({ collects, pickupOnly }, { delivery: "the order arrives", both: "the order arrives or you pick it up", pickup: "you pick up your order" })}.

## ${byHandover({ collects, pickupOnly }, { delivery: "Delivery", both: "Delivery, pickup", pickup: "Pickup" })}, cancellation and returns

The [shipping policy](/shipping-policy) and the [returns policy](/returns) are part of these terms.

## Your account

Keep your password to yourself and your addresses up to date. We may close accounts that are used to harm the shop or other people. You can delete your account at any time.

## If we disagree

Write to us first; most things are settled in one email. Your rights as a consumer under the law of your country always apply.
`,

  privacy: `# Privacy

What {name} knows about you, why, and for how long.

## While you browse

We store nothing about you, except how many requests came from your network, for a day at most, to stop abuse. We count what is searched for, but not who searches. We use no advertising, tracking or analytics, and no other company sees which pages you open. There is no cookie banner because there is nothing to ask for.

## In your browser

- Your cart, so it is still there tomorrow, and your favorites and lists until you log in.
- Your choice of a language and of a light or dark theme.
- Your last searches, to suggest them again. We never see this list. You can clear it in the search box; logging out does too.
${offline ? "- Pages and pictures you saw lately, and your orders, so you can read them offline. Logging out removes them.\n" : ""}${delivers && !pickupOnly ? "- The postal code or city you checked delivery for.\n" : ""}- While you are logged in, two tokens that prove it is you. Logging out removes them.
- After a login, a cookie by which your account recognizes this browser.

## When you have an account

- Your name, email address, phone number and picture, and your password in a form that nobody can read, not even us.
- The addresses you save, until you remove them, and your cart, favorites and lists.
- The messages you send us.
- Logins and security changes of your account, for 180 days. You can see them on its Security page.
- The browsers and networks you log in from, until 400 days after you last used them, so we can tell you about logins from others.
${push ? "- If you turn on notifications, the address that your browser gave us for them, until you turn them off or log out.\n" : ""}- Your orders: what you bought, what you paid and where it went. We have to keep these for our books.
${complaintsBook ? "- The complaints you file in our complaints book, until two years after our answer. The law asks for this.\n" : ""}
## Who else sees it

${byHandover({ collects, pickupOnly }, { delivery: "The people who deliver your order see the name, address and phone number on it.", both: "The people who pack and deliver your order, or hand it to you, see the name, address and phone number on it.", pickup: "The people who pack your order and hand it to you see the name and phone number on it." })} If you pay online, the payment company sees the amount and takes the payment; we never see your card. ${push ? "Notifications go through the company that makes your browser, which can't read them. " : ""}Nobody else.

## Your rights

On the Security page of your account you can download your data or delete your account. Your orders then stay in our books without your name and address. Or ask us: [{email}](mailto:{email}). We reply within 24 hours.
`,
});
