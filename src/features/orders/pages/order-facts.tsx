import type { ReactNode } from "react";
import { AddressLines } from "#features/addresses/pages/address-lines.tsx";
import { EstimateNote } from "#features/cart/pages/estimate-note.tsx";
import { agreedInWords, isForPickup } from "#features/delivery/rules.ts";
import { t } from "#words/t.ts";
import type { Order } from "../contract.ts";
import { paymentMethodInWords, statusInWords } from "../words.ts";
import { isEstimate } from "./order-amounts.ts";
import { OrderSums } from "./order-sums.tsx";

interface OrderFactsProps {
  order: Order;
  /** Next to the address heading. */
  addressAction?: ReactNode;
}

/** What an order costs, how it is paid, and where it goes. */
export function OrderFacts({ order, addressAction }: OrderFactsProps) {
  const delivery = order.delivery && agreedInWords(order.delivery);
  // What is picked up may have none.
  const hasAddress = order.delivery_address.address_line !== "";
  return (
    <section aria-labelledby="summary" className="panel p-5 md:p-6">
      <h2 id="summary" className="heading text-xl">
        {t("Order Summary")}
      </h2>
      <OrderSums order={order} className="mt-3" />
      {isEstimate(order) && <EstimateNote />}
      <h3 className="mt-5 font-bold">{t("Payment")}</h3>
      <p className="mt-1 text-ink-2">
        {order.metodoDePago.toUpperCase() === order.payment_status ? "" : `${paymentMethodInWords(order.metodoDePago)} · `}
        {statusInWords(order.payment_status)}
      </p>
      {delivery && (
        <>
          <h3 className="mt-4 font-bold">{delivery.title}</h3>
          <p className="mt-1 text-ink-2">{delivery.words}</p>
        </>
      )}
      {(hasAddress || addressAction) && (
        <>
          <div className="mt-4 flex items-center justify-between gap-3">
            <h3 className="font-bold">{isForPickup(order.delivery) ? t("Address") : t("Deliver to")}</h3>
            {addressAction}
          </div>
          <address className="mt-1 not-italic">
            <AddressLines address={order.delivery_address} />
          </address>
        </>
      )}
    </section>
  );
}
