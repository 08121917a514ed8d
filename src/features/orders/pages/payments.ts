/** The ways to pay, in the order in which they are offered. */
export const PAYMENTS = [{ id: "cash", name: "Cash on delivery", hint: "Pay when it arrives.", action: "Place order" }] as const;

export type PaymentId = (typeof PAYMENTS)[number]["id"];
