import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { line } from "#shared/line.ts";
import { password } from "../contract.ts";

/** A passkey as its owner sees it. */
export const passkey = z.object({
  _id: z.string(),
  /** As the owner named it. */
  name: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.nullable(z.iso.datetime()),
});
export type Passkey = z.output<typeof passkey>;

/** The second steps of an account. Two-step login is on while there is an authenticator app or a passkey. */
export const twoStepStatus = z.object({
  authenticator: z.boolean(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.int(),
  /** Whether steps can be added: the address was confirmed in a browser that had logged in, or by a code that set the password. */
  mayAdd: z.boolean(),
  /** Whether the back office stays closed until two-step login is on. */
  required: z.boolean(),
});
export type TwoStepStatus = z.output<typeof twoStepStatus>;

/** What a browser's WebAuthn calls take and return, as JSON. Checked by the library that made it. */
const webAuthn = z.record(z.string(), z.unknown());
const ticket = z.string().check(z.minLength(1, "is required"), z.maxLength(100));
const code = z.string().check(z.trim(), z.minLength(1, "is required"), z.maxLength(40));
/** Shown once: with the first second step, and whenever new ones are made. */
const recoveryCodes = z.array(z.string());
const tokens = z.object({ data: z.object({ accesstoken: z.string(), refreshToken: z.string() }) });

/** Most passkeys per account. */
export const MAX_PASSKEYS = 10;

/** The `data` of a login's 401 if the password was right and a second step is due. */
export const secondStepDue = z.object({ ticket: z.string(), authenticator: z.boolean(), passkey: z.boolean() });
export type SecondStepDue = z.output<typeof secondStepDue>;

export const secondStep = endpoint({
  method: "POST",
  path: "/api/user/login/second-step",
  access: "anyone",
  summary: "Finish a login with an authenticator or recovery code; `ticket` comes from the login's response",
  input: z.object({ ticket, code }),
  reply: tokens,
});

export const passkeyLoginOptions = endpoint({
  method: "POST",
  path: "/api/user/login/passkey-options",
  access: "anyone",
  summary: "Start a login with a passkey: options for the browser's `navigator.credentials.get`",
  reply: z.object({ data: z.object({ ticket: z.string(), options: webAuthn }) }),
});

export const passkeyLogin = endpoint({
  method: "POST",
  path: "/api/user/login/passkey",
  access: "anyone",
  summary: "Log in with a passkey, without a password",
  input: z.object({ ticket, response: webAuthn }),
  reply: tokens,
});

export const readTwoStep = endpoint({
  method: "GET",
  path: "/api/user/two-step",
  access: "user",
  summary: "The user's second steps",
  reply: z.object({ data: twoStepStatus }),
});

export const startAuthenticator = endpoint({
  method: "POST",
  path: "/api/user/two-step/authenticator",
  access: "user",
  summary: "Start adding an authenticator app (TOTP): returns its secret as text and as a QR code. It is off until confirmed",
  input: z.object({ password }),
  reply: z.object({ data: z.object({ secret: z.string(), uri: z.string(), qrCode: z.string() }) }),
});

export const confirmAuthenticator = endpoint({
  method: "PUT",
  path: "/api/user/two-step/authenticator",
  access: "user",
  summary: "Turn on the authenticator app with its first code",
  input: z.object({ code }),
  reply: z.object({ data: z.object({ recoveryCodes }) }),
});

export const removeAuthenticator = endpoint({
  method: "DELETE",
  path: "/api/user/two-step/authenticator",
  access: "user",
  summary: "Remove the authenticator app",
  input: z.object({ password }),
  reply: z.object({}),
});

export const startPasskey = endpoint({
  method: "POST",
  path: "/api/user/two-step/passkey-options",
  access: "user",
  summary: "Start adding a passkey: options for the browser's `navigator.credentials.create`",
  input: z.object({ password }),
  reply: z.object({ data: z.object({ ticket: z.string(), options: webAuthn }) }),
});

export const addPasskey = endpoint({
  method: "POST",
  path: "/api/user/two-step/passkey",
  access: "user",
  summary: "Add the passkey that the browser created",
  input: z.object({ ticket, name: line(60), response: webAuthn }),
  reply: z.object({ data: z.object({ recoveryCodes }) }),
});

export const removePasskey = endpoint({
  method: "DELETE",
  path: "/api/user/two-step/passkey",
  access: "user",
  summary: "Remove a passkey",
  input: z.object({ _id: z.string().check(z.maxLength(1500)), password }),
  reply: z.object({}),
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/user/two-step/recovery-codes",
  access: "user",
  summary: "Replace the recovery codes; the old ones stop working",
  input: z.object({ password }),
  reply: z.object({ data: z.object({ recoveryCodes }) }),
});
