import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { password, securityEventKind, user } from "../account/contract.ts";
import { address } from "../addresses/contract.ts";
import { cartLine } from "../cart/contract.ts";
import { order } from "../orders/contract.ts";

/** What a person signed in with, in words: `Firefox`, `Windows`; empty where it is unknown. */
const device = { browser: z.string(), system: z.string() };

/** One sign-in on one device. */
export const session = z.object({
  _id: id,
  ...device,
  createdAt: z.iso.datetime(),
  /** To within a quarter of an hour. */
  usedAt: z.iso.datetime(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

export const securityEvent = z.object({
  _id: id,
  kind: securityEventKind,
  detail: z.string(),
  ...device,
  /** Where it came from: an IPv4 address or an IPv6 network; empty where the shop itself did it. */
  ip: z.string(),
  at: z.iso.datetime(),
});
export type SecurityEvent = z.output<typeof securityEvent>;

export const listSessions = endpoint({
  method: "GET",
  path: "/api/user/sessions",
  access: "user",
  summary: "The user's signed-in devices, the one used last first",
  reply: z.object({ data: z.array(session) }),
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/api/user/session",
  access: "user",
  summary: "Log out one of the user's devices",
  input: z.object({ _id: id }),
  reply: z.object({}),
});

export const endOtherSessions = endpoint({
  method: "DELETE",
  path: "/api/user/other-sessions",
  access: "user",
  summary: "Log out all of the user's devices but this one",
  reply: z.object({ data: z.object({ ended: z.int() }) }),
});

export const listSecurityEvents = endpoint({
  method: "GET",
  path: "/api/user/security-events",
  access: "user",
  summary: "What happened to the security of the user's account lately: the newest 50, of at most 180 days",
  reply: z.object({ data: z.array(securityEvent) }),
});

export const changePassword = endpoint({
  method: "PUT",
  path: "/api/user/change-password",
  access: "user",
  summary: "Set another password; ends every session of the user and gives tokens of a new one; store both",
  input: z.object({ password, newPassword: password, confirmPassword: password }),
  reply: z.object({ data: z.object({ accessToken: z.string(), refreshToken: z.string() }) }),
});

/** All that the shop knows about a person, save their password. */
export const personalData = z.object({
  madeAt: z.iso.datetime(),
  profile: user,
  addresses: z.array(address),
  cart: z.array(cartLine),
  /** The newest 1,000. */
  orders: z.array(order),
  orderCount: z.int(),
  messages: z.array(
    z.object({ subject: z.string(), message: z.string(), name: z.string(), email: z.string(), createdAt: z.iso.datetime() }),
  ),
  sessions: z.array(session),
  securityEvents: z.array(securityEvent),
});

export const downloadData = endpoint({
  method: "GET",
  path: "/api/user/my-data",
  access: "user",
  summary: "All that the shop knows about the user",
  reply: z.object({ data: personalData }),
});

export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/api/user/account",
  access: "user",
  summary: "Delete the user's account for good; orders stay with the shop without the person. 409 while orders are under way",
  input: z.object({ password }),
  reply: z.object({}),
});
