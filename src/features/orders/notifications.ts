import type { Db } from "#server/db/connect.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { language, prefixOf } from "#words/language.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { readAdmins } from "../account/store.ts";
import { notify } from "../push/notify.ts";
import { isForPickup } from "../delivery/rules.ts";
import type { PlacedOrder } from "./store.ts";

interface Words {
  title: string;
  body: string;
}

type About = Pick<PlacedOrder, "userId" | "number" | "language">;

/** Notifies the shopper's browsers that an order was sent, or delivered. */
export const notifyMoved = (tx: Db, order: About & Pick<PlacedOrder, "delivery">, to: "SHIPPED" | "DELIVERED") =>
  notifyAbout(tx, order, () => movedWords(order.number, to, isForPickup(order.delivery)));

/** Notifies the shopper's browsers that something in an order was not on the shelves. */
export const notifyMissing = (tx: Db, order: About) =>
  notifyAbout(tx, order, () => ({
    title: t("Some items were missing"),
    body: t("See what changed in order {number}.", { number: order.number }),
  }));

/** Asks the shopper's browsers what to do about something that is missing while the order is picked. */
export const notifyQuestion = (tx: Db, order: About) =>
  notifyAbout(tx, order, () => ({
    title: t("Something is missing"),
    body: t("Choose what we should do about order {number}.", { number: order.number }),
  }));

/** Tells the admins' browsers, each in the admin's language, that an order waits for one of them, since packing it refunds or gives away more than others may. */
export async function notifyAdminsToPack(tx: Db, { number }: Pick<PlacedOrder, "number">): Promise<void> {
  const told = () => ({
    title: t("An admin has to pack order {number}", { number }),
    body: t("What is refunded or given away is above the limit."),
    path: prefixOf(language()) + adminPaths.pick([number]),
    tag: number,
  });
  for (const { id, language: spoken } of await readAdmins(tx)) await notify(tx, id, inLanguage(spoken, told));
}

/** @param words called in the language of the shopper */
const notifyAbout = (tx: Db, { userId, number, language: spoken }: About, words: () => Words): Promise<void> =>
  notify(
    tx,
    userId,
    inLanguage(spoken, () => ({ ...words(), path: prefixOf(language()) + paths.order(number), tag: number })),
  );

function movedWords(number: string, to: "SHIPPED" | "DELIVERED", forPickup: boolean): Words {
  if (to === "DELIVERED")
    return forPickup
      ? { title: t("Thank you for shopping with us"), body: t("Order {number} was picked up.", { number }) }
      : { title: t("Your order has arrived"), body: t("Order {number} was delivered.", { number }) };
  return forPickup
    ? { title: t("Your order is ready for pickup"), body: t("Come and pick up order {number}.", { number }) }
    : { title: t("Your order is on its way"), body: t("We sent order {number}.", { number }) };
}
