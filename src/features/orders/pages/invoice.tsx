import { FileDown, Printer } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { DownloadButton } from "#web/files/download-button.tsx";
import { t } from "#words/t.ts";
import { orderInvoice, type Order } from "../contract.ts";
import { InvoiceSheet } from "./invoice-sheet.tsx";

/** The invoice of an order (ORD-5). Prints without the surrounding page. Lazy-loaded. */
export default function Invoice({ order, onClose }: { order: Order; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Invoice")}
      wide
      footer={
        <>
          <DownloadButton
            name={t("invoice-{number}.pdf", { number: order.orderId })}
            endpoint={orderInvoice}
            input={{ orderId: order.orderId }}
            icon={FileDown}
          >
            {t("Save as PDF")}
          </DownloadButton>
          <Button onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            {t("Print")}
          </Button>
        </>
      }
    >
      <div className="print-alone">
        <InvoiceSheet order={order} />
      </div>
    </Dialog>
  );
}
