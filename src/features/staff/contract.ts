import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { password, role, userStatus } from "../account/contract.ts";

/** An account as admins see it. */
export const person = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  role,
  status: userStatus,
  last_login_date: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
});
export type Person = z.output<typeof person>;

export const listStaff = endpoint({
  method: "GET",
  path: "/api/staff",
  access: "admin",
  summary:
    "Accounts, the staff first, then newest first, 50 a page; filtered by part of the name or email address, and by role or all roles of the staff",
  input: z.object({
    search: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
    role: z.optional(z.union([role, z.literal("STAFF")])),
    /** `next` of the previous page. */
    before: z.optional(id),
  }),
  reply: z.object({
    data: z.array(person),
    /** Send it as `before` for the next page; null on the last one. */
    next: z.nullable(id),
  }),
});

export const changeRole = endpoint({
  method: "PUT",
  path: "/api/staff/role",
  access: "admin",
  summary: "Give someone a role; needs the current admin's password; 409 for the last admin",
  input: z.object({ _id: id, role, password }),
  reply: z.object({ data: person }),
});

export const resetTwoStep = endpoint({
  method: "PUT",
  path: "/api/staff/reset-two-step",
  access: "admin",
  summary: "Remove the second steps of someone who lost their devices and log them out; needs the current admin's password",
  input: z.object({ _id: id, password }),
  reply: z.object({ data: person }),
});

export const changeStatus = endpoint({
  method: "PUT",
  path: "/api/staff/status",
  access: "admin",
  summary: "Suspend someone, ending their sessions, or reinstate them; 409 for the last admin",
  input: z.object({ _id: id, status: z.enum(["Active", "Suspended"]) }),
  reply: z.object({ data: person }),
});
