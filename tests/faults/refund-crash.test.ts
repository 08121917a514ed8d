import { expect, test } from "vitest";
import {
  confirmCulqiPayment,
  confirmPayPalPayment,
  createCulqiOrder,
  createPayPalOrder,
  createYapeOrder,
} from "#features/payments/contract.ts";
import type { PaymentState } from "#features/payments/providers/provider.ts";
import { makeProviders } from "#features/payments/providers/providers.ts";
import { readAttempt } from "#features/payments/store.ts";
import { updateOrderStatus } from "#features/orders/admin/contract.ts";
import { quoteItemsRefund, refundItems } from "#features/orders/refunds/contract.ts";
import { markPicked, packOrder } from "#features/pick/contract.ts";
import { changeSettings, readSettings } from "#features/shop/settings/contract.ts";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { checkBooks } from "../support/books.ts";
import { checkPayments } from "../support/payment-books.ts";
import { addAddress, addProduct } from "../support/goods.ts";
import { callOver, openBackdoor } from "../support/live-shop.ts";
import { openProviderSandbox, type AtProviders } from "../support/provider-sandbox.ts";
import { dataFolder, freePort, startShop, untilTrue } from "../support/shop-process.ts";
import { makeAdmin, signUp } from "../support/sign-up.ts";
import type { TestAnswer } from "../support/test-shop.ts";

const STOCK = 1000;
/** Two pieces, of which one is missing when the order is packed, or refunded once it was sent, in cents. */
const [PAID, BACK] = [800, 400];
/** How long a provider takes when the shop is killed while it acts: a busy machine sees that late. */
const SLOW_MS = 3000;

const refunded = (state: PaymentState) => (state.kind === "captured" ? state.refundedCents : undefined);

/** Ways to pay with their provider. A shop takes PayPal and Yape in different currencies. */
const WAYS = [
  { way: "PayPal", currency: "USD", provider: "paypal", lowered: "packed short" },
  { way: "PayPal", currency: "USD", provider: "paypal", lowered: "refunded in part" },
  { way: "a card", currency: "PEN", provider: "culqi", lowered: "packed short" },
  { way: "Yape", currency: "PEN", provider: "culqi", lowered: "packed short" },
] as const;

type Call = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<TestAnswer>;

async function payWith(
  way: (typeof WAYS)[number]["way"],
  sandbox: AtProviders,
  call: Call,
  input: InputOf<typeof createPayPalOrder>,
): Promise<TestAnswer> {
  if (way === "PayPal") {
    const { orderId } = (await call(createPayPalOrder, input)).body;
    await sandbox.payer(orderId, "approve");
    return call(confirmPayPalPayment, { orderId });
  }
  const { orderId } = (await call(way === "Yape" ? createYapeOrder : createCulqiOrder, input)).body.data;
  return call(confirmCulqiPayment, { orderId, token: await (way === "Yape" ? sandbox.yapeToken(PAID) : sandbox.cardToken()) });
}

for (const { way, currency, provider, lowered } of WAYS)
  test(`kill -9 after an order paid with ${way} was ${lowered}: the difference is refunded exactly once`, async () => {
    const sandbox = await openProviderSandbox();
    const data = dataFolder({ database: true });
    const settings = { PORT: await freePort(), DATA_DIR: data.path, ...sandbox.env };
    let shop = await startShop(settings);
    const behind = openBackdoor(data.path, (await reachEmbedded(data.path)).connection, sandbox.env);
    const { pool, db } = behind.shop.database;
    const rice = await addProduct(behind, { stock: STOCK, price: 4 });
    const { token: picker } = await makeAdmin(behind);
    const asPicker = { token: picker };
    if (currency === "PEN") {
      const was = (await callOver(shop.url, readSettings, undefined, asPicker)).body.data.settings;
      const changes = { currency, yape: true };
      expect((await callOver(shop.url, changeSettings, { changes, was }, asPicker)).status).toBe(200);
    }

    /** @returns the id of an order, which is that of its payment as well, and its number */
    async function payOrder(): Promise<{ id: string; orderId: string }> {
      const { user, token } = await signUp(behind);
      const input = { list_items: [{ productId: rice, quantity: 2 }], addressId: await addAddress(behind, user._id) };
      const { status, body } = await payWith(way, sandbox, (endpoint, given) => callOver(shop.url, endpoint, given, { token }), input);
      expect([status, body.message]).toEqual([200, expect.any(String)]);
      const { rows } = await pool.query<{ id: string }>("select id from customer_order where number = $1", [body.data.orderId]);
      return { id: rows[0]!.id, orderId: body.data.orderId };
    }

    /** @returns what makes the order cheaper, and may be sent again when nobody saw the response */
    async function toLower({ id, orderId }: { id: string; orderId: string }): Promise<() => Promise<TestAnswer>> {
      if (lowered === "packed short") {
        const mark = { orderId: id, position: 0, productId: rice, mark: { found: 1, noneLeft: false } };
        expect((await callOver(shop.url, markPicked, { lines: [mark] }, asPicker)).status).toBe(200);
        return () => callOver(shop.url, packOrder, { orderId }, asPicker);
      }
      expect((await callOver(shop.url, updateOrderStatus, { orderId, status: "SHIPPED" }, asPicker)).status).toBe(200);
      const part = { orderId, items: [{ position: 0, productId: rice, amount: 1 }] };
      const { totalAmt } = (await callOver(shop.url, quoteItemsRefund, part, asPicker)).body.data;
      const headers = { "idempotency-key": orderId };
      return () => callOver(shop.url, refundItems, { ...part, totalAmt, reason: "Rotten" }, { ...asPicker, headers });
    }

    for (const when of ["before the provider was asked", "while it answers"] as const) {
      const { id, orderId } = await payOrder();
      const atProvider = async () => {
        const attempt = (await readAttempt(db, id))!;
        return (await makeProviders(behind.shop)(attempt.provider))!.read(attempt);
      };
      const lower = await toLower({ id, orderId });
      const { chargeRef } = (await readAttempt(db, id))!;
      const path = provider === "paypal" ? `paypal/v2/payments/captures/${chargeRef}/refund` : "culqi/v2/refunds";
      const timesAsked = () => sandbox.timesAsked(`POST /sandbox/${path}`);
      const before = timesAsked();
      if (when === "while it answers") await sandbox.fault(provider, { operation: "refund", effect: "slow", ms: SLOW_MS });
      const sent = lower().catch(() => null);
      const due = async () => {
        const { rows } = await pool.query<{ status: string }>("select status from payment_difference where attempt_id = $1", [id]);
        return rows;
      };
      await untilTrue(async () => (when === "while it answers" ? timesAsked() > before : (await due()).length > 0));
      await shop.stop("SIGKILL");
      await sent;
      await sandbox.clearFaults();
      // Nobody hears that the money is back.
      if (when === "while it answers") await untilTrue(async () => BACK === refunded(await atProvider()));
      // Otherwise the next process waits until what the one that died had taken is free.
      await pool.query("update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now()");
      await pool.query("update payment_difference set checked_at = null where status = 'DUE'");
      shop = await startShop(settings);
      // Sent again, because nobody saw the response, it changes nothing.
      expect((await lower()).status).toBe(200);
      await untilTrue(async () => (await due())[0]?.status === "DONE");
      expect(await due()).toHaveLength(1);
      expect(await atProvider()).toMatchObject({ kind: "captured", cents: PAID, refundedCents: BACK });
      expect((await readAttempt(db, id))!.refundedCents).toBe(BACK);
      // The goods of a sent order don't come back.
      await (lowered === "packed short" ? checkBooks(behind, STOCK) : checkPayments(behind.shop));
    }
    await behind.close();
    await shop.stop();
    data.remove();
  });
