import { saveDocument } from "#web/files/save-document.ts";
import { orderInvoice } from "../contract.ts";

/** Downloads an order's invoice as a PDF; a failure shows a toast. */
export const saveInvoice = (number: string) => saveDocument(`invoice-${number}.pdf`, orderInvoice, { orderId: number });
