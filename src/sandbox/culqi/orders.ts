import { randomInt } from "node:crypto";
import { z } from "zod";
import type { Answer } from "../operation.ts";
import { kind } from "../records.ts";
import { newId, type Culqi } from "./culqi.ts";
import { culqiError, wrongParameter } from "./errors.ts";
import { currency, email, metadata, read } from "./read.ts";

const orderShape = z.object({
  amount: z.number().int().min(600),
  currency_code: currency,
  description: z.string().min(5).max(80),
  order_number: z.string().min(1).max(36),
  client_details: z.object({
    first_name: z.string().min(2).max(50),
    last_name: z.string().min(2).max(50),
    email,
    phone_number: z.string().min(5).max(15),
  }),
  /** Seconds since 1970. */
  expiration_date: z.number().int(),
  confirm: z.boolean().default(true),
  metadata: metadata.default({}),
});

interface Order {
  expiration_date: number;
  state: string;
}

const ORDERS = kind<Order>("culqi-order");
const NUMBERS = kind<{ id: string }>("culqi-order-number");

/** Creates an order paid by code or wallet. */
export async function createOrder(culqi: Culqi, body: unknown): Promise<Answer> {
  const { confirm, client_details: _client, ...asked } = read(orderShape, body);
  const now = culqi.now();
  if (asked.expiration_date * 1000 <= now) throw wrongParameter("expiration_date", "expiration_date has passed");
  const order = {
    object: "order",
    id: newId("ord"),
    ...asked,
    payment_code: confirm ? String(randomInt(10_000_000, 100_000_000)) : null,
    state: confirm ? "pending" : "created",
    total_fee: null,
    net_amount: null,
    fee_details: null,
    creation_date: Math.floor(now / 1000),
    updated_at: null,
    paid_at: null,
    available_on: null,
    qr: null,
    cuotealo: null,
  };
  await culqi.store.transact(async (records) => {
    if (await records.get(NUMBERS, asked.order_number)) throw wrongParameter("order_number", "order_number is taken");
    await records.put(NUMBERS, asked.order_number, { id: order.id });
    await records.put(ORDERS, order.id, order);
  });
  return { status: 201, body: order };
}

export async function showOrder(culqi: Culqi, id: string): Promise<Answer> {
  const order = await culqi.store.transact((records) => records.get(ORDERS, id));
  if (!order) throw culqiError("resource_error", `There is no order ${id}`, { param: "id" });
  const lapsed = order.state !== "paid" && order.expiration_date * 1000 <= culqi.now();
  return { status: 200, body: lapsed ? { ...order, state: "expired" } : order };
}
