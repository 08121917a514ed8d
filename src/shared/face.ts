import * as z from "zod/mini";

/** The times during which the shop is open on one day, such as 09:00 to 13:00; none when it is closed. */
const openDay = z.array(z.object({ from: z.string(), to: z.string() }));

/** What the shop is called, and how to reach it. */
export const identity = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The postal address, in lines. */
  address: z.string(),
  /** Addresses of the shop's pages on social networks. */
  social: z.array(z.string()),
  /** The name on invoices; empty if it is the shop's. */
  legalName: z.string(),
  taxId: z.string(),
  /** Monday first; null if the shop doesn't say. Not `hours`, in which the version before gave a day one span. */
  openingHours: z.nullable(z.array(openDay)),
  /** URL of the logo; empty for the default one. */
  logo: z.string(),
  /** The color that admins chose, such as `#14613a`; not given for the original green. */
  accent: z.optional(z.string()),
  /** The shop's public URL, without a trailing slash. */
  publicUrl: z.string(),
  /** The time zone of the shop's dates and times, such as `America/Lima`. */
  timeZone: z.string(),
  /** The currency of all prices. */
  currency: z.object({ code: z.string(), symbol: z.string(), name: z.string() }),
});
export type Identity = z.output<typeof identity>;

/** What the shop shows about itself on every page. */
export const face = z.extend(identity, {
  /** What admins changed about the banner of the home page; empty fields keep the original. */
  banner: z.optional(
    z.object({
      title: z.string(),
      text: z.string(),
      picture: z.string(),
      button: z.string(),
      target: z.string(),
      /** What the picture shows. */
      alt: z.string(),
    }),
  ),
  /** Said below the opening hours. */
  hoursNote: z.optional(z.string()),
  /** Style rules of the shop's own color. */
  accentRules: z.optional(z.string()),
  /** Set if shoppers can file complaints in the shop's Libro de Reclamaciones. */
  complaintsBook: z.optional(z.literal(true)),
  /** False if browsers may store nothing for reading offline. */
  offline: z.optional(z.literal(false)),
  /** Whether demo accounts and provider stand-ins are on. */
  sandbox: z.boolean(),
  /** Whether it has delivery zones, fees and times; otherwise it delivers everywhere for free. */
  delivers: z.boolean(),
  /** False once a zone charges a fee, so that nothing promises free delivery. */
  freeDelivery: z.boolean(),
  /** Set if orders can only be picked up: no address is asked for. */
  pickupOnly: z.optional(z.literal(true)),
});
export type Face = z.output<typeof face>;
