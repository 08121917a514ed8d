import { toast } from "react-hot-toast";
import { download, messageOf } from "#web/call.ts";
import { saveFile } from "#web/save-file.ts";
import { orderInvoice } from "../contract.ts";

/** Saves the invoice of an order as a PDF; says why when it could not be had. */
export async function saveInvoice(number: string): Promise<void> {
  try {
    saveFile(`invoice-${number}.pdf`, await download(orderInvoice, { orderId: number }));
  } catch (error) {
    toast.error(messageOf(error));
  }
}
