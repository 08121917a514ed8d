import { createHmac, randomBytes } from "node:crypto";
import { isSame } from "../is-same.ts";
import { ProviderError, type Answer } from "../operation.ts";
import { paypalError } from "./errors.ts";
import type { PayPal } from "./paypal.ts";

/** The same as PayPal's. */
const LIVES_SECONDS = 32_400;

const sign = (paypal: PayPal, text: string) => createHmac("sha256", paypal.clientSecret).update(text).digest("base64url");

/** Whether a request has the merchant's credentials (HTTP Basic). */
export function isMerchant(paypal: PayPal, authorization: string | undefined): boolean {
  const [, encoded = ""] = /^Basic +(\S+)$/i.exec(authorization ?? "") ?? [];
  return isSame(Buffer.from(encoded, "base64").toString(), `${paypal.clientId}:${paypal.clientSecret}`);
}

/** Exchanges credentials for an access token. */
export function issueToken(paypal: PayPal, authorization: string | undefined, body: unknown): Answer {
  if (!isMerchant(paypal, authorization)) {
    throw new ProviderError({ status: 401, body: { error: "invalid_client", error_description: "Client Authentication failed" } });
  }
  if (!(body instanceof URLSearchParams) || body.get("grant_type") !== "client_credentials") {
    throw new ProviderError({
      status: 400,
      body: { error: "unsupported_grant_type", error_description: "Grant Type is NULL or unsupported" },
    });
  }
  const ends = Buffer.from(String(Math.floor(paypal.now() / 1000) + LIVES_SECONDS)).toString("base64url");
  const part = `${ends}.${randomBytes(12).toString("base64url")}`;
  return {
    status: 200,
    body: {
      scope: "https://uri.paypal.com/services/payments/realtimepayment https://uri.paypal.com/services/payments/refund",
      access_token: `A21AA${part}.${sign(paypal, part)}`,
      token_type: "Bearer",
      app_id: "APP-SANDBOX0000000000",
      expires_in: LIVES_SECONDS,
      nonce: `${new Date(paypal.now()).toISOString()}${randomBytes(8).toString("base64url")}`,
    },
  };
}

/** @throws ProviderError 401 */
export function checkToken(paypal: PayPal, authorization: string | undefined): void {
  const [, ends = "", nonce = "", signature = ""] = /^Bearer +A21AA([\w-]+)\.([\w-]+)\.([\w-]+)$/i.exec(authorization ?? "") ?? [];
  const isOurs = isSame(signature, sign(paypal, `${ends}.${nonce}`));
  if (!isOurs || Number(Buffer.from(ends, "base64url").toString()) * 1000 <= paypal.now()) throw paypalError("AUTHENTICATION_FAILURE");
}
