import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { password, securityEventKind, user } from "../account/contract.ts";
import { address } from "../addresses/contract.ts";
import { cartLine } from "../cart/contract.ts";
import { sheet } from "../complaints/contract.ts";
import { savedList } from "../lists/contract.ts";
import { order } from "../orders/contract.ts";

/** Browser and system of a login, such as `Firefox` and `Windows`; empty if unknown. */
const device = { browser: z.string(), system: z.string() };

/** A login on one device. */
export const session = z.object({
  _id: id,
  ...device,
  createdAt: z.iso.datetime(),
  /** To within a quarter of an hour. */
  usedAt: z.iso.datetime(),
  /** Whether it is the session making this request. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

export const securityEvent = z.object({
  _id: id,
  kind: securityEventKind,
  detail: z.string(),
  ...device,
  /** An IPv4 address or an IPv6 network; empty if the shop itself did it. */
  ip: z.string(),
  at: z.iso.datetime(),
});
export type SecurityEvent = z.output<typeof securityEvent>;

export const listSessions = endpoint({
  method: "GET",
  path: "/api/user/sessions",
  access: "user",
  summary: "The devices the user is logged in on, the most recently used first",
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
  summary: "Log out all of the user's other devices",
  reply: z.object({ data: z.object({ ended: z.int() }) }),
});

export const listSecurityEvents = endpoint({
  method: "GET",
  path: "/api/user/security-events",
  access: "user",
  summary: "The user's latest 50 security events of the last 180 days",
  reply: z.object({ data: z.array(securityEvent) }),
});

export const changePassword = endpoint({
  method: "PUT",
  path: "/api/user/change-password",
  access: "user",
  summary: "Change the password; ends every session of the user and returns the tokens of a new one",
  input: z.object({ password, newPassword: password, confirmPassword: password }),
  reply: z.object({ data: z.object({ accessToken: z.string(), refreshToken: z.string() }) }),
});

/** Everything the shop knows about a person, except their password. */
export const personalData = z.object({
  madeAt: z.iso.datetime(),
  profile: user,
  addresses: z.array(address),
  cart: z.array(cartLine),
  lists: z.array(savedList),
  /** The newest 1,000. */
  orders: z.array(order),
  orderCount: z.int(),
  messages: z.array(
    z.object({ subject: z.string(), message: z.string(), name: z.string(), email: z.string(), createdAt: z.iso.datetime() }),
  ),
  /** Sheets of the complaints book with their confirmed address. */
  complaints: z.array(sheet),
  sessions: z.array(session),
  securityEvents: z.array(securityEvent),
});

export const downloadData = endpoint({
  method: "GET",
  path: "/api/user/my-data",
  access: "user",
  summary: "Everything the shop knows about the user",
  reply: z.object({ data: personalData }),
});

export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/api/user/account",
  access: "user",
  summary: "Permanently delete the user's account; its orders stay, anonymized. 409 while orders or payments are open",
  input: z.object({ password }),
  reply: z.object({}),
});
