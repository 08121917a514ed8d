import type { Db } from "#server/db/connect.ts";
import { paths } from "#web/paths.ts";
import { notify } from "../push/notify.ts";
import { isCollected } from "./emails.ts";
import { readOrder } from "./store.ts";

interface Words {
  title: string;
  body: string;
}

/** Notifies the shopper's browsers that an order was sent, or delivered. */
export const notifyMoved = (tx: Db, order: { id: string; userId: string; number: string }, to: "SHIPPED" | "DELIVERED") =>
  notify(tx, order.userId, async () => {
    const placed = await readOrder(tx, order.id);
    return about(order.number, movedWords(order.number, to, placed !== undefined && isCollected(placed)));
  });

/** Notifies the shopper's browsers that something of an order was not on the shelves. */
export const notifyMissing = (tx: Db, { userId, number }: { userId: string; number: string }) =>
  notify(tx, userId, async () => about(number, { title: "Some items were missing", body: `See what changed in order ${number}.` }));

const about = (number: string, words: Words) => ({ ...words, path: paths.order(number), tag: number });

function movedWords(number: string, to: "SHIPPED" | "DELIVERED", collected: boolean): Words {
  if (to === "DELIVERED")
    return collected
      ? { title: "Thank you for shopping with us", body: `Order ${number} was collected.` }
      : { title: "Your order has arrived", body: `Order ${number} was delivered.` };
  return collected
    ? { title: "Your order is ready to collect", body: `Come and collect order ${number}.` }
    : { title: "Your order is on its way", body: `We sent order ${number}.` };
}
