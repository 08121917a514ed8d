import { createSign, createVerify, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { kind, type Store } from "../records.ts";
import { makeCertificate, type KeyAndCertificate } from "./certificate.ts";

export const ALGORITHM = "SHA256withRSA";

/** The signing key's record. */
export const KEYS = kind<KeyAndCertificate>("paypal-key");

/** The key that signs webhooks, created on first use. */
export async function signingKey(store: Store): Promise<KeyAndCertificate> {
  return store.transact(async (records) => {
    const known = await records.get(KEYS, "webhooks");
    if (known) return known;
    const made = await makeCertificate();
    await records.put(KEYS, "webhooks", made);
    return made;
  });
}

/** The signed text: `transmission id|time|webhook id|CRC-32 of the raw body in decimal`. */
const signedText = (id: string, time: string, webhookId: string, body: string) => `${id}|${time}|${webhookId}|${crc32(body)}`;

/** Headers of one transmission of an event. */
export function signatureHeaders(key: KeyAndCertificate, certUrl: string, webhookId: string, body: string): Record<string, string> {
  const id = randomUUID();
  const time = `${new Date().toISOString().slice(0, 19)}Z`;
  const signature = createSign("sha256")
    .update(signedText(id, time, webhookId, body))
    .sign(key.privateKey, "base64");
  return {
    "paypal-transmission-id": id,
    "paypal-transmission-time": time,
    "paypal-transmission-sig": signature,
    "paypal-cert-url": certUrl,
    "paypal-auth-algo": ALGORITHM,
  };
}

/** Whether a transmission of this body to this webhook was signed here. */
export function isSigned(
  key: KeyAndCertificate,
  webhookId: string,
  sent: { transmission_id: string; transmission_time: string; transmission_sig: string },
  body: string,
): boolean {
  const text = signedText(sent.transmission_id, sent.transmission_time, webhookId, body);
  return createVerify("sha256").update(text).verify(key.certificate, sent.transmission_sig, "base64");
}
