import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";
import { REFRESH_CALL } from "#shared/refresh-call.ts";
import { ROLES } from "#shared/roles.ts";
import { t } from "#words/t.ts";

export const USER_STATUSES = ["Active", "Inactive", "Suspended"] as const;
export const role = z.enum(ROLES);
export const userStatus = z.enum(USER_STATUSES);

/** A user in the API (specification, section 3). Lists hold ids. */
export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  /** A new address that isn't confirmed yet; usually empty. */
  new_email: z.string(),
  avatar: z.string(),
  mobile: z.string(),
  verify_email: z.boolean(),
  last_login_date: z.nullable(z.iso.datetime()),
  status: userStatus,
  address_details: z.array(id),
  shopping_cart: z.array(id),
  /** The newest 50. */
  orderHistory: z.array(id),
  role,
  /** Whether the back office stays closed until the person logs in with two steps. */
  two_step_due: z.optional(z.boolean()),
});
export type User = z.output<typeof user>;

/** The security events the shop records. */
export const securityEventKind = z.enum([
  "registered",
  "login",
  "login-failed",
  /** The password was right, but not the code of the second step. */
  "second-step-failed",
  /** A second step was added or removed, or the recovery codes were replaced. */
  "two-step-changed",
  /** A logged-in person was asked for their password and got it wrong. */
  "password-wrong",
  "logout",
  /** A refresh token was used twice, which ended its session. */
  "refresh-reused",
  "session-ended",
  "other-sessions-ended",
  "password-changed",
  "reset-asked",
  "reset-code-wrong",
  "password-reset",
  "email-change-asked",
  "email-changed",
  "role-changed",
  /** Suspended or reinstated. */
  "status-changed",
  "data-downloaded",
  "account-deleted",
]);
export type SecurityEventKind = z.output<typeof securityEventKind>;

/** An email address as typed. */
export const email = z.pipe(
  z.string().check(z.trim(), z.minLength(1, "is required"), z.maxLength(254)),
  z.email("is not a valid email address"),
);
/** A password typed to log in. New ones have to meet more rules (rules.ts). */
export const password = z.string().check(z.minLength(1, "is required"), z.maxLength(200));

/** Messages shared by screens and responses. */
export const messages = {
  /** ACC-2. */
  get passwordsDiffer() {
    return t("password and confirm password must be same");
  },
} as const;

export const register = endpoint({
  method: "POST",
  path: "/api/user/register",
  access: "anyone",
  summary: "Create an account, without logging in",
  input: z.object({ name: line(100), email, password, confirmPassword: password }),
  reply: z.object({ data: z.object({ _id: id }) }),
});

export const verifyEmail = endpoint({
  method: "POST",
  path: "/api/user/verify-email",
  access: "anyone",
  summary: "Confirm an email address with the token of its link",
  input: z.object({ token: z.string().check(z.minLength(1, "is required"), z.maxLength(1000)) }),
  reply: z.object({ data: z.object({ email: z.string() }) }),
});

export const resendVerification = endpoint({
  method: "POST",
  path: "/api/user/resend-verification",
  access: "user",
  summary: "Send the verification email again, to the unconfirmed address",
  reply: z.object({}),
});

export const login = endpoint({
  method: "POST",
  path: "/api/user/login",
  access: "anyone",
  summary: "Log in",
  input: z.object({ email, password }),
  // Both spellings are the specification's.
  reply: z.object({ data: z.object({ accesstoken: z.string(), refreshToken: z.string() }) }),
});

export const refresh = endpoint({
  ...REFRESH_CALL,
  access: "anyone",
  summary: "Exchange the refresh token, sent as bearer, for new tokens; both replace the old ones",
  reply: z.object({ data: z.object({ accessToken: z.string(), refreshToken: z.string() }) }),
});

export const userDetails = endpoint({
  method: "GET",
  path: "/api/user/user-details",
  access: "user",
  summary: "The logged-in user",
  reply: z.object({ data: user }),
});

export const logout = endpoint({
  method: "GET",
  path: "/api/user/logout",
  // An expired access token ends its session too, so the handler reads the token itself.
  access: "anyone",
  summary: "End this session",
  reply: z.object({}),
});
