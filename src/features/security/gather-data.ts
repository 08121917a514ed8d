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
  const account = await readAccount(db, userId);
  if (!account) throw refuse.unauthenticated();
  return {
    account,
    addresses: await readAddresses(db, userId),
    cart: await readCart(db, userId),
    lists: await readLists(db, userId),
    orders: await readOrders(db, userId, { page: 1, limit: MOST }),
    // The copies emailed to an address belong to the person who reads its emails.
    complaints: account.ownerConfirmed ? await readComplaintsOf(db, account.email) : [],
    messages: await readMessagesOf(db, userId),
    sessions: await readSessions(db, userId),
    events: await readSecurityEvents(db, userId, MOST),
  };
}
