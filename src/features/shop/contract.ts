import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";

/** The shop's own face, from its settings. */
export const face = z.object({
  name: z.string(),
  email: z.string(),
  socialUrl: z.string(),
  /** Address of the logo's picture; empty: the shop's own mark. */
  logo: z.string(),
  /** The address shoppers use, without a slash at the end. */
  publicUrl: z.string(),
  /** The zone whose days and times the shop speaks of, such as `America/Lima`. */
  timeZone: z.string(),
  /** Whether the demo accounts and stand-ins are on. */
  sandbox: z.boolean(),
});
export type Face = z.output<typeof face>;

export const shopFace = endpoint({
  method: "GET",
  path: "/api/shop",
  access: "anyone",
  summary: "The shop's name, address and links",
  reply: z.object({ data: face }),
});
