import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";
import { t } from "#words/t.ts";
import { email, messages as accountMessages, password } from "../account/contract.ts";

/** How long the link of an invitation works, in days. */
export const INVITATION_DAYS = 7;
/** Most invitations that are open at the same time. */
export const MOST_OPEN = 100;

export const messages = {
  get over() {
    return t("This invitation no longer works. Ask for a new one.");
  },
  get passwordsDiffer() {
    return accountMessages.passwordsDiffer;
  },
} as const;

/** A role that people can be invited to. */
const staffRole = z.enum(["PICKER", "MANAGER", "ADMIN"]);

const invitation = z.object({
  _id: id,
  email: z.string(),
  role: staffRole,
  by: z.object({ _id: id, name: z.string() }),
  /** When it was sent last. */
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  expired: z.boolean(),
});
export type Invitation = z.output<typeof invitation>;

export const listInvitations = endpoint({
  method: "GET",
  path: "/api/staff/invitations",
  access: "admin",
  summary: "Invitations that were neither accepted nor withdrawn, newest first",
  reply: z.object({ data: z.array(invitation) }),
});

export const invite = endpoint({
  method: "POST",
  path: "/api/staff/invitations",
  access: "admin",
  summary: `Invite someone to work in the shop, with a link in an email that works once and for ${INVITATION_DAYS} days; needs the current admin's password`,
  input: z.object({ email, role: staffRole, password }),
  reply: z.object({ data: invitation }),
});

export const resendInvitation = endpoint({
  method: "POST",
  path: "/api/staff/invitations/resend",
  access: "admin",
  summary: "Send an invitation again with a new link; the old one stops working",
  input: z.object({ _id: id }),
  reply: z.object({ data: invitation }),
});

export const withdrawInvitation = endpoint({
  method: "DELETE",
  path: "/api/staff/invitations",
  access: "admin",
  summary: "Withdraw an invitation: its link stops working at once",
  input: z.object({ _id: id }),
  reply: z.object({}),
});

const token = z.string().check(z.minLength(1, "is required"), z.maxLength(200));

export const readInvitation = endpoint({
  method: "POST",
  path: "/api/invitation/read",
  access: "anyone",
  summary: "What an invitation's link is for, and whether the address has an account that joins; changes nothing",
  input: z.object({ token }),
  reply: z.object({
    data: z.object({
      email: z.string(),
      role: staffRole,
      /** Whether the address belongs to a confirmed account, which keeps its name and password. */
      joins: z.boolean(),
    }),
  }),
});
export type ReadInvitation = z.output<(typeof readInvitation)["reply"]>["data"];

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/api/invitation/accept",
  access: "anyone",
  summary: "Accept an invitation, without logging in; name and password are needed unless the address has a confirmed account",
  input: z.object({
    token,
    name: z.optional(line(100)),
    password: z.optional(password),
    confirmPassword: z.optional(password),
  }),
  reply: z.object({ data: z.object({ email: z.string() }) }),
});
