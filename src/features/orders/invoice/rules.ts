import type { Identity } from "#shared/face.ts";
import { formatTime } from "#shared/time.ts";
import { t } from "#words/t.ts";
import type { AgreedDelivery } from "../../delivery/contract.ts";
import { agreedInWords } from "../../delivery/rules.ts";
import type { OrderStatus, PaymentStatus } from "../contract.ts";
import { paymentMethodInWords, statusInWords } from "../words.ts";

/** What an invoice says about its order. */
interface InvoicedOrder {
  number: string;
  /** Empty if its invoice has the order's number. */
  invoiceFormat: string;
  createdAt: Date;
  userName: string;
  status: OrderStatus;
  paymentMethod: string;
  paymentStatus: PaymentStatus;
  delivery: AgreedDelivery | null;
}

/** Who sends an invoice, below the shop's name. */
export function issuerLines({ legalName, address, phone, email, taxId }: Identity): string[] {
  return [legalName, ...address.split("\n"), phone, email, taxId && t("Tax number {taxId}", { taxId })].filter(Boolean);
}

/** The number of an order's invoice. `{order}`, `{year}` and `{month}` are filled in, as of when it was ordered in the shop's time zone. */
export function invoiceNumberOf(order: { number: string; invoiceFormat: string; createdAt: Date }, timeZone: string): string {
  const date = new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric", month: "2-digit" }).formatToParts(order.createdAt);
  const part = (wanted: string) => date.find(({ type }) => type === wanted)?.value ?? "";
  const values: Record<string, string> = { order: order.number, year: part("year"), month: part("month") };
  return (order.invoiceFormat || "{order}").replaceAll(/\{(order|year|month)\}/g, (_, name: string) => values[name] ?? "");
}

/** The rows above an invoice's products: on screen, on paper and in its PDF. */
export function invoiceFacts(order: InvoicedOrder, timeZone: string): [name: string, value: string][] {
  const delivery = order.delivery && agreedInWords(order.delivery);
  return [
    ...(order.invoiceFormat ? [[t("Invoice number"), invoiceNumberOf(order, timeZone)] satisfies [string, string]] : []),
    [t("Order number"), order.number],
    [t("Customer"), order.userName],
    [t("Status"), statusInWords(order.status)],
    [t("Payment method"), paymentMethodInWords(order.paymentMethod)],
    [t("Payment status"), statusInWords(order.paymentStatus)],
    [t("Created date"), formatTime(order.createdAt.toISOString(), timeZone)],
    ...(delivery ? [[delivery.title, delivery.words] satisfies [string, string]] : []),
  ];
}
