import { t } from "#words/t.ts";

/** The state of a link to the form, for somebody who writes about an order. */
export const aboutOrder = (orderId: string) => ({ subject: t("Order {orderId}", { orderId }) });

/** Browsers keep the state of a page over versions of the shop. */
export function subjectIn(state: unknown): string {
  const { subject = "" } = (state ?? {}) as Partial<ReturnType<typeof aboutOrder>>; // checked next
  return typeof subject === "string" ? subject : "";
}
