import { z } from "zod";
import { baseAddress } from "./http-address.ts";

/** How to reach PayPal. */
export interface PayPalConfig {
  /** Without a trailing slash. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Unset: webhooks can't be verified and are ignored. */
  webhookId: string | undefined;
  /** Whether it is the shop's own stand-in. */
  sandbox: boolean;
}

/** How the server and its pages reach Culqi. */
export interface CulqiConfig {
  /** With `/v2`, without a trailing slash. */
  baseUrl: string;
  publicKey: string;
  secretKey: string;
  /** Scripts the page loads: the checkout and the 3DS library. */
  scripts: { checkout: string; threeDs: string };
  /** Whether it is the shop's own stand-in. */
  sandbox: boolean;
}

/** The configured providers; null: not offered. */
export interface PaymentsConfig {
  paypal: PayPalConfig | null;
  culqi: CulqiConfig | null;
  /** Those whose stored keys were encrypted with another key than this server's. */
  unreadable: readonly ("paypal" | "culqi")[];
}

const text = z.string().trim().min(1);

export const paymentSettings = {
  PAYPAL_CLIENT_ID: text.optional(),
  PAYPAL_CLIENT_SECRET: text.optional(),
  PAYPAL_WEBHOOK_ID: text.optional(),
  PAYPAL_BASE_URL: baseAddress.optional(),
  CULQI_PUBLIC_KEY: text.regex(/^pk_/, "must begin with pk_").optional(),
  CULQI_SECRET_KEY: text.regex(/^sk_/, "must begin with sk_").optional(),
  CULQI_BASE_URL: baseAddress.optional(),
  CULQI_YAPE: z
    .enum(["on", "off"])
    .transform((value) => value === "on")
    .optional(),
};

const shape = z.object(paymentSettings);
export type PaymentSettings = z.output<typeof shape>;

const NEEDS: readonly [need: keyof PaymentSettings, having: readonly (keyof PaymentSettings)[]][] = [
  ["PAYPAL_CLIENT_ID", ["PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID", "PAYPAL_BASE_URL"]],
  ["PAYPAL_CLIENT_SECRET", ["PAYPAL_CLIENT_ID"]],
  ["CULQI_PUBLIC_KEY", ["CULQI_SECRET_KEY", "CULQI_BASE_URL"]],
  ["CULQI_SECRET_KEY", ["CULQI_PUBLIC_KEY"]],
];

/** The missing setting of a half-configured provider: its name, and why it is needed. */
export function missingSettings(value: PaymentSettings): { name: string; why: string }[] {
  return NEEDS.flatMap(([need, having]) => {
    const set = having.find((name) => value[name] !== undefined);
    return set && value[need] === undefined ? [{ name: need, why: `is needed with ${set}` }] : [];
  });
}

/** Whether a real provider is configured. */
export const hasProvider = (value: PaymentSettings): boolean =>
  value.PAYPAL_CLIENT_ID !== undefined || value.CULQI_PUBLIC_KEY !== undefined;

/** Where the shop's own stand-ins are, and their secrets; undefined: not served. */
interface OwnStandIns {
  /** This server's own URL. */
  url: string;
  secret: (name: string) => string;
}

/** The providers, from complete settings. */
export function toPayments(value: PaymentSettings, own: OwnStandIns | undefined): PaymentsConfig {
  return { paypal: toPayPal(value, own), culqi: toCulqi(value, own), unreadable: [] };
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
/** Culqi itself, and Cardinal Commerce, whose pages verify cards for it. */
const CULQI_HOSTS = ["https://*.culqi.com", "https://*.cardinalcommerce.com"];
const CULQI_SCRIPTS = { checkout: "https://js.culqi.com/checkout-js", threeDs: "https://3ds.culqi.com" };

function toCulqi(value: PaymentSettings, own: OwnStandIns | undefined): CulqiConfig | null {
  const { CULQI_PUBLIC_KEY: publicKey, CULQI_SECRET_KEY: secretKey } = value;
  if (publicKey && secretKey) {
    const baseUrl = value.CULQI_BASE_URL ?? CULQI;
    // Any other URL is a stand-in, which serves its own scripts.
    const scripts = baseUrl === CULQI ? CULQI_SCRIPTS : standInScripts(baseUrl.replace(/\/v2$/, ""));
    return { baseUrl, publicKey, secretKey, scripts, sandbox: false };
  }
  if (!own) return null;
  return {
    baseUrl: `${own.url}/sandbox/culqi/v2`,
    publicKey: "pk_test_practice",
    secretKey: `sk_test_${own.secret("sandbox-culqi")}`,
    // Relative, so that it works with whatever address the shopper uses.
    scripts: standInScripts("/sandbox/culqi"),
    sandbox: true,
  };
}

/** Other hosts that pages load from for payments; none with the shop's own stand-ins. */
export function hostsOfPayments({ culqi }: PaymentsConfig): readonly string[] {
  if (!culqi || culqi.sandbox) return [];
  return culqi.baseUrl === CULQI ? CULQI_HOSTS : [new URL(culqi.baseUrl).origin];
}

const standInScripts = (base: string) => ({ checkout: `${base}/checkout.js`, threeDs: `${base}/3ds.js` });
