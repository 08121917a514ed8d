import { z } from "zod";

/** How the shop reaches PayPal. */
export interface PayPalConfig {
  /** Without a slash at the end. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Unset: webhooks cannot be checked, and none counts. */
  webhookId: string | undefined;
  /** Whether it is the shop's own stand-in. */
  sandbox: boolean;
}

/** How the shop and its pages reach Culqi. */
export interface CulqiConfig {
  /** With `/v2`, without a slash at the end. */
  baseUrl: string;
  publicKey: string;
  secretKey: string;
  /** What the page loads: the checkout and the 3DS library. */
  scripts: { checkout: string; threeDs: string };
  /** Whether it is the shop's own stand-in. */
  sandbox: boolean;
}

/** The providers a shopper can pay with; null: not offered. */
export interface PaymentsConfig {
  paypal: PayPalConfig | null;
  culqi: CulqiConfig | null;
}

const text = z.string().trim().min(1);
const url = z.url({ protocol: /^https?$/, error: "is no http or https address" }).transform((value) => value.replace(/\/+$/, ""));

/** The settings of the providers. */
export const paymentSettings = {
  PAYPAL_CLIENT_ID: text.optional(),
  PAYPAL_CLIENT_SECRET: text.optional(),
  PAYPAL_WEBHOOK_ID: text.optional(),
  PAYPAL_BASE_URL: url.optional(),
  CULQI_PUBLIC_KEY: text.regex(/^pk_/, "begins with pk_").optional(),
  CULQI_SECRET_KEY: text.regex(/^sk_/, "begins with sk_").optional(),
  CULQI_BASE_URL: url.optional(),
};

const shape = z.object(paymentSettings);
export type PaymentSettings = z.output<typeof shape>;

const NEEDS: readonly [need: keyof PaymentSettings, having: readonly (keyof PaymentSettings)[]][] = [
  ["PAYPAL_CLIENT_ID", ["PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID", "PAYPAL_BASE_URL"]],
  ["PAYPAL_CLIENT_SECRET", ["PAYPAL_CLIENT_ID"]],
  ["CULQI_PUBLIC_KEY", ["CULQI_SECRET_KEY", "CULQI_BASE_URL"]],
  ["CULQI_SECRET_KEY", ["CULQI_PUBLIC_KEY"]],
];

/** What is missing of a provider that is half set: the name, and why it is needed. */
export function missingSettings(value: PaymentSettings): { name: string; why: string }[] {
  return NEEDS.flatMap(([need, having]) => {
    const set = having.find((name) => value[name] !== undefined);
    return set && value[need] === undefined ? [{ name: need, why: `is needed beside ${set}` }] : [];
  });
}

/** Whether a real provider is set. */
export const hasProvider = (value: PaymentSettings): boolean =>
  value.PAYPAL_CLIENT_ID !== undefined || value.CULQI_PUBLIC_KEY !== undefined;

/** Where the shop's own stand-ins are, and their secrets; undefined: they are not served. */
interface OwnStandIns {
  /** Where this server reaches itself. */
  url: string;
  secret: (name: string) => string;
}

/** The providers, from settings that are whole. */
export function toPayments(value: PaymentSettings, own: OwnStandIns | undefined): PaymentsConfig {
  return { paypal: toPayPal(value, own), culqi: toCulqi(value, own) };
}

function toPayPal(value: PaymentSettings, own: OwnStandIns | undefined): PayPalConfig | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = value;
  if (clientId && clientSecret) {
    const baseUrl = value.PAYPAL_BASE_URL ?? "https://api-m.paypal.com";
    return { baseUrl, clientId, clientSecret, webhookId: value.PAYPAL_WEBHOOK_ID, sandbox: false };
  }
  return (
    (own && {
      baseUrl: `${own.url}/sandbox/paypal`,
      clientId: "practice",
      clientSecret: own.secret("sandbox-paypal"),
      webhookId: "PRACTICE",
      sandbox: true,
    }) ??
    null
  );
}

const CULQI = "https://api.culqi.com/v2";
/** Culqi itself, and Cardinal Commerce, at whose pages banks check cards for it. */
const CULQI_HOSTS = ["https://*.culqi.com", "https://*.cardinalcommerce.com"];
const CULQI_SCRIPTS = { checkout: "https://js.culqi.com/checkout-js", threeDs: "https://3ds.culqi.com" };

function toCulqi(value: PaymentSettings, own: OwnStandIns | undefined): CulqiConfig | null {
  const { CULQI_PUBLIC_KEY: publicKey, CULQI_SECRET_KEY: secretKey } = value;
  if (publicKey && secretKey) {
    const baseUrl = value.CULQI_BASE_URL ?? CULQI;
    // Another address is a stand-in's, which serves its scripts beside its calls.
    const scripts = baseUrl === CULQI ? CULQI_SCRIPTS : standInScripts(baseUrl.replace(/\/v2$/, ""));
    return { baseUrl, publicKey, secretKey, scripts, sandbox: false };
  }
  if (!own) return null;
  return {
    baseUrl: `${own.url}/sandbox/culqi/v2`,
    publicKey: "pk_test_practice",
    secretKey: `sk_test_${own.secret("sandbox-culqi")}`,
    // As the page sees it: at whatever address the shopper uses.
    scripts: standInScripts("/sandbox/culqi"),
    sandbox: true,
  };
}

/** Hosts beside the shop's own that its pages load from for paying: none where the stand-ins of the shop serve. */
export function hostsOfPayments({ culqi }: PaymentsConfig): readonly string[] {
  if (!culqi || culqi.sandbox) return [];
  return culqi.baseUrl === CULQI ? CULQI_HOSTS : [new URL(culqi.baseUrl).origin];
}

const standInScripts = (base: string) => ({ checkout: `${base}/checkout.js`, threeDs: `${base}/3ds.js` });
