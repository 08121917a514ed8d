import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { pageOf } from "#server/http/page-of.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { readAccount } from "../account/store.ts";
import { readAddresses } from "../addresses/store.ts";
import { toAddress } from "../addresses/to-address.ts";
import * as contract from "./contract.ts";
import { addUpTotals } from "./add-up-totals.ts";
import { readCustomer, readCustomers, readOrdersOf, type StoredCustomer } from "./store.ts";

/** Customers per page. */
const PAGE = 50;
/** Orders of one customer per page. */
const ORDERS = 20;

/** Who buys here, and what they ordered. */
export function customerRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  serve(app, shop, contract.listCustomers, async ({ input }) => {
    await addUpTotals(shop.database);
    const found = await readCustomers(db, { ...input, before: input.before, limit: PAGE + 1 });
    return pageOf(found.map(toCustomer), PAGE);
  });

  serve(app, shop, contract.getCustomer, async ({ params: { customerId } }) => {
    await addUpTotals(shop.database);
    const [customer, account, addresses] = await Promise.all([
      readCustomer(db, customerId),
      readAccount(db, customerId),
      readAddresses(db, customerId),
    ]);
    if (!customer || !account) throw refuse.notFound(t("Customer not found"));
    const last_login_date = account.lastLoginAt?.toISOString() ?? null;
    return {
      data: { ...toCustomer(customer), verify_email: account.isConfirmed, last_login_date, addresses: addresses.map(toAddress) },
    };
  });

  serve(app, shop, contract.customerOrders, async ({ params: { customerId }, input: { before } }) => {
    const found = await readOrdersOf(db, customerId, before, ORDERS + 1);
    return pageOf(
      found.map(({ id, number, paymentStatus, totalCents, createdAt, ...order }) => ({
        ...order,
        _id: id,
        orderId: number,
        payment_status: paymentStatus,
        totalAmt: toDollars(totalCents),
        createdAt: createdAt.toISOString(),
      })),
      ORDERS,
    );
  });
}

function toCustomer({ id, spentCents, createdAt, lastOrderAt, ...row }: StoredCustomer): contract.Customer {
  return {
    ...row,
    _id: id,
    spend: toDollars(spentCents),
    createdAt: createdAt.toISOString(),
    lastOrderAt: lastOrderAt?.toISOString() ?? null,
  };
}
