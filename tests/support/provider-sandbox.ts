import { randomBytes } from "node:crypto";
import fastify from "fastify";
import { afterAll } from "vitest";
import type { FaultRequest } from "#sandbox/faults.ts";
import { memoryStore } from "#sandbox/records.ts";
import { sandboxRoutes } from "#sandbox/routes.ts";

/** The sandbox payment providers, listening on their own port. */
export interface ProviderSandbox {
  /** Without `/sandbox`. */
  url: string;
  paypal: { baseUrl: string; clientId: string; clientSecret: string; webhookId: string };
  culqi: { baseUrl: string; publicKey: string; secretKey: string };
  /** Settings that make a shop use the sandbox. */
  env: Record<string, string>;
  /** Sends webhooks to the shop at this address from now on. Until then, they are queued. */
  sendWebhooksTo(shopUrl: string): void;
  /** Makes calls fail, once unless `times` is set. */
  fault(provider: "paypal" | "culqi", fault: FaultRequest): Promise<void>;
  clearFaults(): Promise<void>;
  /** How often a call, such as `POST /sandbox/paypal/v1/x`, has arrived, if only just. */
  timesAsked(call: string): number;
  /** Refunds cents of a charge, as staff can in Culqi's dashboard. */
  refundAtCulqi(chargeRef: string, cents: number): Promise<void>;
  /** What was refunded of a charge, in cents. */
  refundedAtCulqi(chargeRef: string): Promise<number>;
  /** Approves or cancels like the payer on PayPal's page, and returns the URL the payer is redirected to. */
  payer(orderId: string, action: "approve" | "cancel"): Promise<string>;
  /** Creates a card token, as the dialog in the browser does. */
  cardToken(number?: string, email?: string): Promise<string>;
  /** Creates a Yape token for an amount in cents, as the dialog does. */
  yapeToken(amount: number, phone?: string): Promise<string>;
}

const random = () => randomBytes(16).toString("hex");

/** What people do at the providers' stand-ins. They fail if those don't answer properly. */
export type AtProviders = Pick<ProviderSandbox, "payer" | "cardToken" | "yapeToken">;

/** @param url of the stand-ins, without `/sandbox` */
export function atProviders(url: string, publicKey: string): AtProviders {
  const createToken = async (path: string, fields: object): Promise<string> => {
    const headers = { authorization: `Bearer ${publicKey}`, "content-type": "application/json" };
    const answer = await fetch(`${url}/sandbox/culqi/v2${path}`, { method: "POST", headers, body: JSON.stringify(fields) });
    const { id } = (await answer.json()) as { id?: string };
    if (!id) throw new Error(`No token: ${answer.status}`);
    return id;
  };
  return {
    async payer(token, action) {
      const body = new URLSearchParams({ token, action });
      const answer = await fetch(`${url}/sandbox/paypal/checkoutnow`, { method: "POST", body, redirect: "manual" });
      if (answer.status >= 500) throw new Error(`Nobody was asked: ${answer.status}`);
      return answer.headers.get("location") ?? `${answer.status}`;
    },
    cardToken(number = "4111111111111111", email = "shopper@example.com") {
      const expires = { expiration_month: 9, expiration_year: new Date().getFullYear() + 3 };
      return createToken("/tokens", { card_number: number, cvv: "123", ...expires, email });
    },
    yapeToken: (amount, phone = "900000001") => createToken("/tokens/yape", { number_phone: phone, otp: "425251", amount }),
  };
}

/** Opens the sandbox providers for a test file. */
export async function openProviderSandbox({
  host = "127.0.0.1",
  ...options
}: { now?: () => number; host?: string } = {}): Promise<ProviderSandbox> {
  const paypal = { clientId: "practice", clientSecret: random(), webhookId: "PRACTICE" };
  const culqi = { publicKey: "pk_test_practice", secretKey: `sk_test_${random()}` };
  const app = fastify({ forceCloseConnections: true });
  const asked = new Map<string, number>();
  const timesAsked = (call: string) => asked.get(call) ?? 0;
  app.addHook("preHandler", async ({ method, url: path }) => {
    const call = `${method} ${path}`;
    asked.set(call, timesAsked(call) + 1);
  });
  let url = "";
  let shop: string | undefined;
  const { faults } = sandboxRoutes(app, {
    ...options,
    store: memoryStore(),
    paypal,
    culqi,
    serverUrl: () => url,
    browserUrl: () => url,
    webhooks: () => (shop ? { paypal: `${shop}/api/webhooks/paypal`, culqi: `${shop}/api/webhooks/culqi` } : undefined),
  });
  url = await app.listen({ port: 0, host });
  afterAll(() => app.close());
  const asMerchant = { authorization: `Bearer ${culqi.secretKey}`, "content-type": "application/json" };
  const baseUrls = { paypal: `${url}/sandbox/paypal`, culqi: `${url}/sandbox/culqi/v2` };

  return {
    url,
    paypal: { ...paypal, baseUrl: baseUrls.paypal },
    culqi: { ...culqi, baseUrl: baseUrls.culqi },
    env: {
      PAYPAL_CLIENT_ID: paypal.clientId,
      PAYPAL_CLIENT_SECRET: paypal.clientSecret,
      PAYPAL_WEBHOOK_ID: paypal.webhookId,
      PAYPAL_BASE_URL: baseUrls.paypal,
      CULQI_PUBLIC_KEY: culqi.publicKey,
      CULQI_SECRET_KEY: culqi.secretKey,
      CULQI_BASE_URL: baseUrls.culqi,
    },
    sendWebhooksTo: (shopUrl) => void (shop = shopUrl),
    async fault(provider, fault) {
      await faults[provider].set(fault);
    },
    async clearFaults() {
      await Promise.all([faults.paypal.clear(), faults.culqi.clear()]);
    },
    async refundAtCulqi(chargeRef, cents) {
      const body = JSON.stringify({ amount: cents, charge_id: chargeRef, reason: "solicitud_comprador" });
      const { status } = await fetch(`${baseUrls.culqi}/refunds`, { method: "POST", headers: asMerchant, body });
      if (status !== 201) throw new Error(`No refund: ${status}`);
    },
    async refundedAtCulqi(chargeRef) {
      const charge = await fetch(`${baseUrls.culqi}/charges/${chargeRef}`, { headers: asMerchant });
      return ((await charge.json()) as { amount_refunded: number }).amount_refunded;
    },
    timesAsked,
    ...atProviders(url, culqi.publicKey),
  };
}
