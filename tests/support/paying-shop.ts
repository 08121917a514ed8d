import { sql } from "drizzle-orm";
import { cashOnDelivery } from "#features/orders/contract.ts";
import { confirmPayPalPayment, createPayPalOrder } from "#features/payments/contract.ts";
import { addAddress } from "./goods.ts";
import { openProviderSandbox, type ProviderSandbox } from "./provider-sandbox.ts";
import { signUp, type SignedUp } from "./sign-up.ts";
import { openTestShop, type TestShop } from "./test-shop.ts";

/** A shop that uses the sandbox payment providers. */
export interface PayingShop extends TestShop {
  sandbox: ProviderSandbox;
}

/** Opens a shop with the sandbox providers. Webhooks are only sent when a test does so. */
export async function openPayingShop(env: Record<string, string> = {}): Promise<PayingShop> {
  const sandbox = await openProviderSandbox();
  const shop = await openTestShop({ ...sandbox.env, ...env });
  return { ...shop, sandbox };
}

/** A signed-in shopper with an address, who pays with PayPal. */
export interface Payer extends SignedUp {
  addressId: string;
  create: (items: Record<string, number>, more?: Record<string, unknown>, key?: string) => ReturnType<TestShop["call"]>;
  confirm: (orderId: string) => ReturnType<TestShop["call"]>;
  /** Orders with cash on delivery. */
  orderInCash: (items: Record<string, number>) => ReturnType<TestShop["call"]>;
  /** Creates a payment and approves it at PayPal. @returns PayPal's id */
  approve: (items: Record<string, number>) => Promise<string>;
}

const list = (items: Record<string, number>) => Object.entries(items).map(([productId, quantity]) => ({ productId, quantity }));

export async function newPayer(shop: PayingShop): Promise<Payer> {
  const person = await signUp(shop);
  const { token } = person;
  const addressId = await addAddress(shop, person.user._id);
  const create: Payer["create"] = (items, more = {}, key) =>
    shop.call(
      createPayPalOrder,
      { list_items: list(items), addressId, ...more },
      { token, headers: key ? { "idempotency-key": key } : {} },
    );
  return {
    ...person,
    addressId,
    create,
    confirm: (orderId) => shop.call(confirmPayPalPayment, { orderId }, { token }),
    orderInCash: (items) => shop.call(cashOnDelivery, { list_items: list(items), addressId }, { token }),
    async approve(items) {
      const { status, body } = await create(items);
      if (status !== 200) throw new Error(`No payment: ${status} ${body.message}`);
      await shop.sandbox.payer(body.orderId, "approve");
      return body.orderId;
    },
  };
}

/** A product's stock, sold and reserved quantities. */
export async function piecesOf({ shop }: TestShop, productId: string): Promise<{ stock: number; sold: number; reserved: number }> {
  const { rows } = await shop.database.db.execute<{ stock: number; sold: number; reserved: number }>(sql`
    select stock, sold, (
      select coalesce(sum(quantity), 0)::int from reservation where product_id = p.id and state = 'RESERVED') as reserved
    from product p where id = ${productId}`);
  return rows[0]!;
}

/** Refunds money of a capture in dollars, as staff can in PayPal's dashboard. */
export async function refundInDashboard({ paypal }: Pick<ProviderSandbox, "paypal">, chargeRef: string, value: string): Promise<void> {
  const { baseUrl, clientId, clientSecret } = paypal;
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  const granted = await fetch(`${baseUrl}/v1/oauth2/token`, { method: "POST", headers: { authorization }, body });
  const { access_token } = (await granted.json()) as { access_token: string };
  const answer = await fetch(`${baseUrl}/v2/payments/captures/${chargeRef}/refund`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ amount: { currency_code: "USD", value } }),
  });
  if (answer.status !== 201) throw new Error(`No refund: ${answer.status}`);
}
