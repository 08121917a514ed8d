import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { userStatus } from "../account/contract.ts";
import { address } from "../addresses/contract.ts";
import { orderStatus, paymentStatus } from "../orders/contract.ts";

/** How customers can be sorted: by when they registered (the default) or last ordered, by name, or by what they ordered or spent. */
export const CUSTOMER_SORTS = ["newest", "name", "orders", "spend", "lastOrder"] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

const customer = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  /** From their profile, or else from an address; empty if they gave none. */
  mobile: z.string(),
  status: userStatus,
  createdAt: z.iso.datetime(),
  /** How many orders they placed that were not canceled. */
  orders: z.int(),
  /** What they paid for orders, less refunds, in dollars. */
  spend: z.number(),
  /** When they placed their last order that was not canceled. */
  lastOrderAt: z.nullable(z.iso.datetime()),
});
export type Customer = z.output<typeof customer>;

export const listCustomers = endpoint({
  method: "GET",
  path: "/api/customers",
  access: "manager",
  summary: "Everyone with an account, 50 a page; filtered by part of the name, email address or phone number",
  input: z.object({
    search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
    sort: z._default(z.enum(CUSTOMER_SORTS), "newest"),
    /** `next` of the previous page. */
    before: z.optional(id),
  }),
  reply: z.object({
    data: z.array(customer),
    /** Send it as `before` for the next page; null on the last one. */
    next: z.nullable(id),
  }),
});

const customerOf = z.object({ customerId: id });

export const getCustomer = endpoint({
  method: "GET",
  path: "/api/customers/:customerId",
  access: "manager",
  summary: "A customer with their addresses",
  params: customerOf,
  reply: z.object({
    data: z.extend(customer, {
      verify_email: z.boolean(),
      last_login_date: z.nullable(z.iso.datetime()),
      addresses: z.array(address),
    }),
  }),
});
export type CustomerDetails = z.output<(typeof getCustomer)["reply"]>["data"];

const customerOrder = z.object({
  _id: id,
  orderId: z.string(),
  status: orderStatus,
  payment_status: paymentStatus,
  totalAmt: z.number(),
  pieces: z.int(),
  createdAt: z.iso.datetime(),
});
export type CustomerOrder = z.output<typeof customerOrder>;

export const customerOrders = endpoint({
  method: "GET",
  path: "/api/customers/:customerId/orders",
  access: "manager",
  summary: "A customer's orders except deleted ones, newest first, 20 a page",
  params: customerOf,
  input: z.object({ /** `next` of the previous page. */ before: z.optional(id) }),
  reply: z.object({
    data: z.array(customerOrder),
    /** Send it as `before` for the next page; null on the last one. */
    next: z.nullable(id),
  }),
});
