import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { t } from "#words/t.ts";
import { email, password } from "../account/contract.ts";

/** Digits of a code. */
export const CODE_LENGTH = 6;

/** A code as typed: spaces and dashes between the digits are ignored. */
const otp = z.string().check(
  z.overwrite((text) => text.replace(/[\s-]/g, "")),
  z.minLength(1, "is required"),
  z.regex(/^\d{6}$/, `has ${CODE_LENGTH} digits`),
);

/** Messages shared by screens and responses. */
export const messages = {
  /** ACC-5. */
  get passwordsDiffer() {
    return t("New password and confirm password must be same.");
  },
} as const;

export const forgotPassword = endpoint({
  method: "PUT",
  path: "/api/user/forgot-password",
  access: "anyone",
  summary: "Request a code to reset the password; the response is the same whether or not the account exists",
  input: z.object({ email }),
  reply: z.object({}),
});

export const verifyForgotPasswordOtp = endpoint({
  method: "PUT",
  path: "/api/user/verify-forgot-password-otp",
  access: "anyone",
  summary: "Verify the code; the response sets the cookie that reset-password needs",
  input: z.object({ otp, email }),
  reply: z.object({}),
});

export const resetPassword = endpoint({
  method: "PUT",
  path: "/api/user/reset-password",
  access: "anyone",
  summary: "Set a new password with the cookie of a verified code; ends every session",
  input: z.object({ email, newPassword: password, confirmPassword: password }),
  reply: z.object({}),
});
