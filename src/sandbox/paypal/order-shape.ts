import { z } from "zod";
import { paypalError, type Detail } from "./errors.ts";

const text = (max: number) => z.string().min(1).max(max);
const upper = <const V extends readonly string[]>(values: V) => z.enum(values);

const money = z.object({
  currency_code: z.string().length(3),
  value: z
    .string()
    .max(32)
    .regex(/^(-?\d+|-?\d*\.\d+)$/),
});

const amount = money.extend({
  breakdown: z
    .object({
      item_total: money.optional(),
      shipping: money.optional(),
      handling: money.optional(),
      tax_total: money.optional(),
      insurance: money.optional(),
      shipping_discount: money.optional(),
      discount: money.optional(),
    })
    .optional(),
});

const item = z.object({
  name: text(127),
  unit_amount: money,
  tax: money.optional(),
  quantity: z
    .string()
    .max(10)
    .regex(/^[1-9]\d*$/),
  description: z.string().max(127).optional(),
  sku: z.string().max(127).optional(),
  category: upper(["DIGITAL_GOODS", "PHYSICAL_GOODS", "DONATION"]).optional(),
});

const address = z.object({
  address_line_1: z.string().max(300).optional(),
  address_line_2: z.string().max(300).optional(),
  admin_area_1: z.string().max(300).optional(),
  admin_area_2: z.string().max(120).optional(),
  postal_code: z.string().max(60).optional(),
  country_code: z.string().regex(/^([A-Z]{2}|C2)$/),
});

const purchaseUnit = z.object({
  reference_id: text(256).optional(),
  description: text(127).optional(),
  custom_id: text(127).optional(),
  invoice_id: text(127).optional(),
  soft_descriptor: text(22).optional(),
  amount,
  items: z.array(item).optional(),
  shipping: z
    .object({
      type: upper(["SHIPPING", "PICKUP_IN_PERSON", "PICKUP_FROM_PERSON"]).optional(),
      name: z.object({ full_name: z.string().max(300).optional() }).optional(),
      address: address.optional(),
    })
    .optional(),
});

const url = z.url({ protocol: /^https?$/ });
const context = z.object({
  brand_name: text(127).optional(),
  locale: z
    .string()
    .regex(/^[a-z]{2}(-[A-Za-z]{4})?(-([A-Z]{2}|\d{3}))?$/)
    .optional(),
  shipping_preference: upper(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
  user_action: upper(["CONTINUE", "PAY_NOW"]).optional(),
  return_url: url.optional(),
  cancel_url: url.optional(),
});

const orderShape = z.object({
  intent: upper(["CAPTURE", "AUTHORIZE"]),
  purchase_units: z.array(purchaseUnit).min(1).max(10),
  payment_source: z
    .object({
      paypal: z
        .object({
          experience_context: context
            .extend({
              landing_page: upper(["LOGIN", "GUEST_CHECKOUT", "NO_PREFERENCE"]).optional(),
              payment_method_preference: upper(["UNRESTRICTED", "IMMEDIATE_PAYMENT_REQUIRED"]).optional(),
            })
            .optional(),
          email_address: z.email().max(254).optional(),
        })
        .optional(),
    })
    .optional(),
  application_context: context.extend({ landing_page: upper(["LOGIN", "BILLING", "NO_PREFERENCE"]).optional() }).optional(),
});

const refundShape = z.object({
  amount: money.optional(),
  invoice_id: text(127).optional(),
  custom_id: text(127).optional(),
  note_to_payer: text(255).optional(),
});

export type Money = z.output<typeof money>;
export type PurchaseUnit = z.output<typeof purchaseUnit>;
export type OrderRequest = z.output<typeof orderShape>;
export type Context = z.output<typeof context>;

/** @throws ProviderError 400 with one detail for each invalid field */
export const readOrder = (body: unknown): OrderRequest => read(orderShape, body);
/** @throws ProviderError 400 */
export const readRefund = (body: unknown) => read(refundShape, body);

function read<S extends z.ZodType>(shape: S, body: unknown): z.output<S> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw paypalError("MALFORMED_REQUEST_JSON");
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw paypalError(parsed.error.issues.map((issue) => toDetail(issue, body)));
}

function toDetail(issue: z.core.$ZodIssue, body: object): Detail {
  const value = issue.path.reduce<unknown>((at, key) => Object(at)[key], body);
  return {
    field: `/${issue.path.map(String).join("/")}`,
    ...(typeof value === "string" ? { value } : {}),
    location: "body",
    issue: value === undefined ? "MISSING_REQUIRED_PARAMETER" : issueOf(issue),
  };
}

function issueOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      return issue.origin === "array" ? "INVALID_ARRAY_MIN_ITEMS" : "INVALID_STRING_LENGTH";
    case "too_big":
      return issue.origin === "array" ? "INVALID_ARRAY_MAX_ITEMS" : "INVALID_STRING_LENGTH";
    case "invalid_value":
      return "INVALID_PARAMETER_VALUE";
    default:
      return "INVALID_PARAMETER_SYNTAX";
  }
}
