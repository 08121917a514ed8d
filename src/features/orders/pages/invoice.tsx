import { FileDown, Printer } from "lucide-react";
import { agreedInWords } from "#features/delivery/rules.ts";
import { formatTime } from "#shared/time.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { DownloadButton } from "#web/files/download-button.tsx";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { orderInvoice, type Order, type OrderLine } from "../contract.ts";
import { invoiceNumberOf } from "../rules.ts";
import { kindOf, paymentMethodInWords, statusInWords } from "../words.ts";
import { keyOf, lineTotal, piecesOf } from "./order-amounts.ts";
import { OrderSums } from "./order-sums.tsx";

/** The invoice of an order (ORD-5). Prints without the surrounding page. Lazy-loaded. */
export default function Invoice({ order, onClose }: { order: Order; onClose: () => void }) {
  const { timeZone, name, legalName, taxId } = useFace();
  const delivery = order.delivery && agreedInWords(order.delivery);
  const { address_line, city, state, pincode, country } = order.delivery_address;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Invoice")}
      description={[legalName || name, taxId && t("Tax number {taxId}", { taxId })].filter(Boolean).join(" · ")}
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
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2 print:grid-cols-2">
          <Facts
            title={t("Order")}
            facts={[
              ...(order.invoiceFormat ? [[t("Invoice number"), numberOf(order, timeZone)] as const] : []),
              [t("Order number"), order.orderId],
              [t("Status"), statusInWords(order.status)],
              [t("Payment method"), paymentMethodInWords(order.metodoDePago)],
              [t("Payment status"), statusInWords(order.payment_status)],
              [t("Created date"), formatTime(order.createdAt, timeZone)],
              ...(delivery ? [[delivery.title, delivery.words] as const] : []),
            ]}
          />
          {address_line && (
            <Facts
              title={order.delivery?.way === "collection" ? t("Address") : t("Delivery address")}
              facts={[
                [t("Street"), address_line],
                [t("City"), city],
                [t("State"), state],
                [t("Postal code"), pincode],
                [t("Country"), country],
              ]}
            />
          )}
        </div>
        <h3 className="mt-6 font-bold">{t("Products")}</h3>
        <ul className="mt-1.5 divide-y divide-line border-y border-line">
          {order.products.map((line) => (
            <InvoiceLine key={keyOf(line)} line={line} />
          ))}
        </ul>
        <OrderSums order={order} className="mt-3 ml-auto w-full max-w-72" />
      </div>
    </Dialog>
  );
}

const numberOf = ({ orderId: number, invoiceFormat = "", createdAt }: Order, timeZone: string) =>
  invoiceNumberOf({ number, invoiceFormat, createdAt: new Date(createdAt) }, timeZone);

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, string])[] }) {
  return (
    <section className="min-w-0">
      <h3 className="font-bold">{title}</h3>
      <dl className="mt-1.5 grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function InvoiceLine({ line }: { line: OrderLine }) {
  const { name, discount } = line.product_details;
  const kind = kindOf(line.product_details);
  return (
    <li className="flex items-baseline gap-4 py-2.5 print:break-inside-avoid print:py-1.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{name}</p>
        {kind && <p className="text-sm text-ink-2">{kind}</p>}
        <p className="text-sm text-ink-2">
          {piecesOf(line)}
          {discount > 0 && `, ${t("{off}% off", { off: discount })}`}
        </p>
      </div>
      <p className="shrink-0 font-bold">{lineTotal(line)}</p>
    </li>
  );
}
