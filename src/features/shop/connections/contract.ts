import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { password } from "../../account/contract.ts";

/** The services that the shop uses with keys of its own. */
export const SERVICES = ["paypal", "culqi", "mail"] as const;
const service = z.enum(SERVICES);
export type Service = z.output<typeof service>;

/** A key as providers show it. */
const key = z
  .string()
  .check(z.trim(), z.minLength(1, "is required"), z.maxLength(300), z.regex(/^[\x21-\x7e]*$/, "must be letters, digits and signs"));

export const payPalKeys = z.object({
  clientId: key,
  clientSecret: key,
  /** Without it, webhooks are ignored. */
  webhookId: z._default(z.string().check(z.trim(), z.maxLength(100), z.regex(/^[\x21-\x7e]*$/, "must be letters and digits")), ""),
  /** Whether they are keys of PayPal's own sandbox, where no money moves. */
  test: z._default(z.boolean(), false),
});

export const culqiKeys = z.object({
  publicKey: key.check(z.regex(/^pk_/, "must begin with pk_")),
  secretKey: key.check(z.regex(/^sk_/, "must begin with sk_")),
});

/** How the connection to a mail server is encrypted: from the start, after it was opened, or not at all. */
export const MAIL_SECURITY = ["tls", "starttls", "none"] as const;

const PORT = "must be 1 to 65535";

export const mailServer = z.object({
  host: z
    .string()
    .check(z.trim(), z.maxLength(253), z.regex(/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i, "must be a host such as smtp.example.com")),
  port: z.int().check(z.minimum(1, PORT), z.maximum(65_535, PORT)),
  security: z.enum(MAIL_SECURITY),
  /** Empty for a server without a login. */
  user: z._default(z.string().check(z.trim(), z.maxLength(300)), ""),
  password: z._default(z.string().check(z.maxLength(300)), ""),
});

export const connection = z.object({
  /** Where its keys come from: nowhere, the browser, the server's environment; or stored, but encrypted with another key than this server's. */
  state: z.enum(["unset", "stored", "environment", "unreadable"]),
  /** The environment variable that sets it. */
  setBy: z.optional(z.string()),
  /** When the stored keys were saved. */
  changedAt: z.optional(z.iso.datetime()),
  /** Enough to recognize them by: the end of the public key, or the mail server. */
  hint: z.optional(z.string()),
  /** The sender of emails that MAIL_FROM sets; without it, they come from the shop's name and email. */
  sender: z.optional(z.string()),
  /** Whether a stand-in replaces it meanwhile. */
  practice: z.boolean(),
});
export type Connection = z.output<typeof connection>;

const ROOT = "/api/shop/connections";

export const listConnections = endpoint({
  method: "GET",
  path: ROOT,
  access: "admin",
  summary: "Which services have keys, and where from; never the keys themselves",
  reply: z.object({ data: z.record(service, connection) }),
});

const write = { method: "PUT", access: "admin", reply: z.object({}) } as const;
/** Of the current admin. Asked for, because these keys decide who gets the money, and who reads the codes that reset passwords. */
const own = { ownPassword: password };

export const setPayPal = endpoint({
  ...write,
  path: `${ROOT}/paypal`,
  summary: "Store the keys of a PayPal account; needs the current admin's password",
  input: z.extend(payPalKeys, own),
});
export const setCulqi = endpoint({
  ...write,
  path: `${ROOT}/culqi`,
  summary: "Store the keys of a Culqi account; needs the current admin's password",
  input: z.extend(culqiKeys, own),
});
export const setMail = endpoint({
  ...write,
  path: `${ROOT}/mail`,
  summary: "Store the mail server that sends the emails; needs the current admin's password",
  input: z.extend(mailServer, own),
});

export const removeConnection = endpoint({
  method: "DELETE",
  path: `${ROOT}/:service`,
  access: "admin",
  summary: "Delete the stored keys of a service; needs the current admin's password",
  params: z.object({ service }),
  input: z.object(own),
  reply: z.object({}),
});
