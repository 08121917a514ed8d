import { randomBytes } from "node:crypto";
import { ProviderError, type Answer } from "../operation.ts";

/** One problem with a request. */
export interface Detail {
  issue: string;
  description?: string;
  /** JSON pointer into the body. */
  field?: string;
  value?: string;
  location?: "body" | "path" | "query";
}

/** Error name and message by status. */
const NAMES: Record<number, [name: string, message: string]> = {
  400: ["INVALID_REQUEST", "Request is not well-formed, syntactically incorrect, or violates schema."],
  401: ["AUTHENTICATION_FAILURE", "Authentication failed due to missing authorization header, or invalid authentication credentials."],
  403: ["NOT_AUTHORIZED", "Authorization failed due to insufficient permissions."],
  404: ["RESOURCE_NOT_FOUND", "The specified resource does not exist."],
  409: ["RESOURCE_CONFLICT", "The server has detected a conflict while processing this request."],
  415: ["UNSUPPORTED_MEDIA_TYPE", "The server does not support the request payload's media type."],
  422: ["UNPROCESSABLE_ENTITY", "The requested action could not be performed, semantically incorrect, or failed business validation."],
  500: ["INTERNAL_SERVER_ERROR", "An internal server error has occurred."],
};

/** Description of each issue, and its status if not 422. */
const ISSUES: Record<string, [description: string, status?: number]> = {
  MISSING_REQUIRED_PARAMETER: ["A required field or parameter is missing.", 400],
  INVALID_PARAMETER_SYNTAX: ["The value of a field does not conform to the expected format.", 400],
  INVALID_PARAMETER_VALUE: ["The value of a field is invalid.", 400],
  INVALID_STRING_LENGTH: ["The value of a field is either too short or too long.", 400],
  INVALID_ARRAY_MIN_ITEMS: ["The number of items in an array parameter is too small.", 400],
  INVALID_ARRAY_MAX_ITEMS: ["The number of items in an array parameter is too large.", 400],
  MALFORMED_REQUEST_JSON: ["The request JSON is not well formed.", 400],
  PAYPAL_REQUEST_ID_REQUIRED: ["A PayPal-Request-Id is required when a payment_source is given.", 400],
  DUPLICATE_REQUEST_ID: ["The PayPal-Request-Id was used for another request.", 400],
  AUTHENTICATION_FAILURE: ["The access token is missing, wrong or expired.", 401],
  PERMISSION_DENIED: ["No permission to access or perform operations on this resource.", 403],
  INVALID_RESOURCE_ID: ["Specified resource ID does not exist. Please check the resource ID and try again.", 404],
  PREVIOUS_REQUEST_IN_PROGRESS: ["A previous request on this resource is in progress.", 409],
  ITEM_TOTAL_REQUIRED: ["With items, amount.breakdown.item_total is required."],
  ITEM_TOTAL_MISMATCH: ["Should equal the sum of unit_amount times quantity across all items."],
  TAX_TOTAL_REQUIRED: ["With taxed items, amount.breakdown.tax_total is required."],
  TAX_TOTAL_MISMATCH: ["Should equal the sum of tax times quantity across all items."],
  AMOUNT_MISMATCH: ["Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount."],
  DECIMAL_PRECISION: ["At most two decimals, and none where the currency has none."],
  CANNOT_BE_NEGATIVE: ["Must be greater than or equal to zero."],
  CANNOT_BE_ZERO_OR_NEGATIVE: ["Must be greater than zero."],
  INVALID_CURRENCY_CODE: ["Currency code is invalid or not supported."],
  MULTI_CURRENCY_ORDER: ["One order has one currency."],
  MAX_VALUE_EXCEEDED: ["Should be less than or equal to 999999999999999.99."],
  DUPLICATE_REFERENCE_ID: ["reference_id must be unique among purchase units."],
  REFERENCE_ID_REQUIRED: ["reference_id is required for each of several purchase units."],
  MISSING_SHIPPING_ADDRESS: ["SET_PROVIDED_ADDRESS needs a shipping address."],
  POSTAL_CODE_REQUIRED: ["The specified country requires a postal code."],
  CITY_REQUIRED: ["The specified country requires a city (address.admin_area_2)."],
  DUPLICATE_INVOICE_ID: ["This invoice id has been paid before; it must be unique for each transaction."],
  ORDER_NOT_APPROVED: ["Payer has not yet approved the order for payment."],
  PAYER_ACTION_REQUIRED: ["Payer needs to act: send the payer to the payer-action link."],
  ACTION_DOES_NOT_MATCH_INTENT: ["Order was created with an intent that does not allow this action."],
  ORDER_ALREADY_CAPTURED: ["Order already captured. Only one capture per order is allowed."],
  ORDER_COMPLETION_IN_PROGRESS: ["The order is being completed. Try again in a moment."],
  INSTRUMENT_DECLINED: ["The instrument presented was either declined by the processor or bank, or it can't be used for this payment."],
  PAYER_CANNOT_PAY: ["Payer cannot pay for this transaction."],
  TRANSACTION_REFUSED: ["The request was refused."],
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: ["The maximum number of payment attempts is exceeded."],
  COMPLIANCE_VIOLATION: ["Transaction is declined due to compliance violation."],
  CAPTURE_FULLY_REFUNDED: ["The capture has already been fully refunded."],
  REFUND_AMOUNT_EXCEEDED: ["The refund is more than what is left of the capture."],
  REFUND_CAPTURE_CURRENCY_MISMATCH: ["Refund must be in the same currency as the capture."],
  REFUND_NOT_ALLOWED: ["Capture cannot be refunded."],
  PENDING_CAPTURE: ["A pending capture cannot be refunded."],
};

const newDebugId = () => randomBytes(7).toString("hex").slice(0, 13);

/** An error response with its details. */
export function errorAnswer(status: number, details: Detail[], links: object[] = []): Answer {
  const [name, message] = NAMES[status] ?? NAMES[500]!;
  const told = details.map((detail) => ({ ...detail, description: detail.description ?? ISSUES[detail.issue]?.[0] ?? detail.issue }));
  // An invalid token gets no details.
  const more = told.length > 0 && status !== 401 ? { details: told } : {};
  return { status, body: { name, message, debug_id: newDebugId(), ...more, links } };
}

/** An error for one or more issues; the first one decides the status. */
export function paypalError(issue: string | Detail | Detail[], links: object[] = []): ProviderError {
  const details = Array.isArray(issue) ? issue : [typeof issue === "string" ? { issue } : issue];
  return new ProviderError(errorAnswer(ISSUES[details[0]!.issue]?.[1] ?? 422, details, links));
}

/** Whether the issue is known; negative tests accept no other. */
export const isIssue = (issue: string): boolean => issue in ISSUES;
