import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";

/** The messages of the contact page (specification, section 9). */
export const messages = {
  sent: "Your message has been sent successfully!",
  refused: "Failed to send message. Please try again.",
  failed: "An error occurred. Please try again later.",
  needsLogin: "You must be logged in to access the contact form.",
} as const;

/** A valid email address has a top-level domain of 2 to 24 letters (STAT-5). */
export const CONTACT_EMAIL = /^[\w.%+'-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,24}$/i;

/** Longest message, in characters. */
export const MESSAGE_MAX = 5000;

export const sendMessage = endpoint({
  method: "POST",
  path: "/api/contactus",
  access: "user",
  summary: "Send a message to the shop",
  bodyLimit: 64 * 1024,
  input: z.object({
    name: line(100),
    email: z
      .string()
      .check(z.trim(), z.minLength(1, "is required"), z.maxLength(254), z.regex(CONTACT_EMAIL, "is not a valid email address")),
    subject: line(150),
    message: z.string().check(z.trim(), z.minLength(1, "is required"), z.maxLength(MESSAGE_MAX)),
    /** As specified; ignored, since the access token says who writes. */
    userId: z.optional(id),
  }),
  reply: z.object({}),
});
