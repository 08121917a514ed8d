import * as z from "zod/mini";

/** What the shop shows about itself, from its settings. */
export const face = z.object({
  name: z.string(),
  email: z.string(),
  socialUrl: z.string(),
  /** URL of the logo; empty for the default one. */
  logo: z.string(),
  /** The shop's public URL, without a trailing slash. */
  publicUrl: z.string(),
  /** The time zone of the shop's dates and times, such as `America/Lima`. */
  timeZone: z.string(),
  /** Whether demo accounts and provider stand-ins are on. */
  sandbox: z.boolean(),
});
export type Face = z.output<typeof face>;
