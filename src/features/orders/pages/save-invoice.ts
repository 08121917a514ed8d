import { saveDocument } from "#web/save-document.ts";
import { orderInvoice } from "../contract.ts";

/** Saves the invoice of an order as a PDF; a failure is toasted. */
export const saveInvoice = (number: string) => saveDocument(`invoice-${number}.pdf`, orderInvoice, { orderId: number });
