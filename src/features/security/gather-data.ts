import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { readSecurityEvents } from "../account/security-events.ts";
import { readSessions } from "../account/session/session-store.ts";
import { readAccount } from "../account/store.ts";
import { readAddresses } from "../addresses/store.ts";
import { readCart } from "../cart/store.ts";
import { readComplaintsOf } from "../complaints/store.ts";
import { readMessagesOf } from "../contact/store.ts";
import { readLists } from "../lists/store.ts";
import { readOrders } from "../orders/store.ts";

/** Most orders and events in one file. */
const MOST = 1000;

/** Everything the shop knows about a person, except their password. */
export async function gatherData(db: Db, userId: string) {
  const [account, addresses, cart, lists, orders, complaints, messages, sessions, events] = await Promise.all([
    readAccount(db, userId),
    readAddresses(db, userId),
    readCart(db, userId),
    readLists(db, userId),
    readOrders(db, userId, { page: 1, limit: MOST }),
    // The copies emailed to an address belong to the person who reads its emails.
    readComplaintsOf(db, sql`(select email from user_account where id = ${userId} and owner_confirmed)`),
    readMessagesOf(db, userId),
    readSessions(db, userId),
    readSecurityEvents(db, userId, MOST),
  ]);
  if (!account) throw refuse.unauthenticated();
  return { account, addresses, cart, lists, orders, complaints, messages, sessions, events };
}
