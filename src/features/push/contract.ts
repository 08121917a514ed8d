import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";

/** What browsers need to know to get notifications. */
export const pushKey = endpoint({
  method: "GET",
  path: "/api/push/key",
  access: "user",
  summary: "The shop's public key for notifications, null while they are turned off, and whether this login gets them",
  reply: z.object({ data: z.object({ key: z.nullable(z.string()), on: z.boolean() }) }),
});

/** Base64url of a point on P-256, and of 16 bytes. */
const publicKey = z.string().check(z.regex(/^B[\w-]{86}$/, "is not a public key"));
const authSecret = z.string().check(z.regex(/^[\w-]{22}$/, "is not a secret of 16 bytes"));

export const startPush = endpoint({
  method: "POST",
  path: "/api/push/start",
  access: "user",
  summary: "Send notifications about the shopper's orders to this browser, while it stays logged in",
  input: z.object({
    endpoint: z.string().check(z.maxLength(1000)),
    keys: z.object({ p256dh: publicKey, auth: authSecret }),
  }),
  reply: z.object({}),
});

export const endPush = endpoint({
  method: "POST",
  path: "/api/push/end",
  access: "user",
  summary: "Send this browser no more notifications",
  reply: z.object({}),
});
