import { Printer } from "lucide-react";
import { addressInLine } from "#features/addresses/rules.ts";
import { isForPickup } from "#features/delivery/rules.ts";
import { slotInWords } from "#features/delivery/slots/rules.ts";
import { pictureOf } from "#features/files/rules.ts";
import { formatTime } from "#shared/time.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Picture } from "#ui/picture.tsx";
import { useFace } from "#web/use-face.ts";
import { JoinedLine } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";
import type { Order, OrderLine } from "../contract.ts";
import { kindParts, paymentMethodInWords } from "../words.ts";
import { amountOfLine, keyOf, lineTotal, unitPriceOf } from "./order-amounts.ts";
import { OrderSums } from "./order-sums.tsx";
import { orderNote } from "./order-words.ts";

/** The receipt of an order (ORD-4). Prints without the surrounding page. Lazy-loaded. */
export default function Receipt({ order, onClose }: { order: Order; onClose: () => void }) {
  const { timeZone } = useFace();
  const note = orderNote(order);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Order {orderId}", { orderId: order.orderId })}
      description={formatTime(order.createdAt, timeZone)}
      wide
      cross={false}
      footer={
        <>
          <Button kind="quiet" onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            {t("Print")}
          </Button>
          <Button onClick={onClose}>{t("Close")}</Button>
        </>
      }
    >
      <div className="print-alone">
        {note && <p className="mb-2 rounded-card bg-sunken px-4.5 py-3 font-semibold print:px-0 print:py-1.5">{note}</p>}
        {order.products.length === 0 ? (
          <p className="py-8 text-center text-ink-2">{t("No details available.")}</p>
        ) : (
          <ul className="divide-y divide-line">
            {order.products.map((line) => (
              <ReceiptLine key={keyOf(line)} line={line} />
            ))}
          </ul>
        )}
        <Summary order={order} />
        <p lang="es" className="mt-6 text-center">
          <span className="heading block text-xl">{t("Gracias por su compra")}</span>
          <span className="mt-1 block text-ink-2">{t("Visite nuestra tienda nuevamente")}</span>
        </p>
      </div>
    </Dialog>
  );
}

function ReceiptLine({ line }: { line: OrderLine }) {
  const { name, image, discount } = line.product_details;
  return (
    <li className="flex items-center gap-3.5 py-3 print:py-1.5">
      <div className="w-14 shrink-0 print:w-9">
        <Picture {...pictureOf(image[0] ?? "")} alt="" sizes="56px" eager />
      </div>
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{name}</p>
        <JoinedLine parts={kindParts(line.product_details)} />
        <p className="text-sm text-ink-2">
          {[
            t("Unit price {price}", { price: unitPriceOf(line) }),
            discount > 0 && t("Discount {discount}%", { discount }),
            t("Quantity {amount}", { amount: amountOfLine(line) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <p className="shrink-0 font-bold">{lineTotal(line)}</p>
    </li>
  );
}

function Summary({ order }: { order: Order }) {
  const { delivery } = order;
  return (
    <section className="panel mt-3 rounded-card p-4.5 print:break-inside-avoid">
      <h3 className="heading text-xl">{t("Order Summary")}</h3>
      <dl className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        <dt className="text-ink-2">{isForPickup(delivery) ? t("Pick up at") : t("Deliver to")}</dt>
        <dd className="text-right break-words">{isForPickup(delivery) ? delivery.address : addressInLine(order.delivery_address)}</dd>
        {delivery?.slot && (
          <>
            <dt className="text-ink-2">{t("Time")}</dt>
            <dd className="text-right">{slotInWords(delivery.slot)}</dd>
          </>
        )}
        <dt className="text-ink-2">{t("Payment")}</dt>
        <dd className="text-right">{paymentMethodInWords(order.metodoDePago)}</dd>
      </dl>
      <OrderSums order={order} className="mt-1.5" />
    </section>
  );
}
