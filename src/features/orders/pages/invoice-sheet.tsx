import { useFace } from "#web/use-face.ts";
import { isForPickup } from "#features/delivery/rules.ts";
import { JoinedLine } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";
import type { Order, OrderLine } from "../contract.ts";
import { invoiceFacts, issuerLines } from "../invoice/rules.ts";
import { kindParts } from "../words.ts";
import { keyOf, lineTotal, piecesOf } from "./order-amounts.ts";
import { OrderSums } from "./order-sums.tsx";

/** What an invoice says (ORD-5): in its dialog, and printed with others. */
export function InvoiceSheet({ order }: { order: Order }) {
  const face = useFace();
  const { address_line, city, state, pincode, country } = order.delivery_address;
  const facts = invoiceFacts(
    {
      number: order.orderId,
      invoiceFormat: order.invoiceFormat ?? "",
      createdAt: new Date(order.createdAt),
      userName: order.userId.name,
      status: order.status,
      paymentMethod: order.metodoDePago,
      paymentStatus: order.payment_status,
      delivery: order.delivery ?? null,
    },
    face.timeZone,
  );
  return (
    <>
      <address className="mb-5 text-ink-2 not-italic">
        <span className="block font-bold text-leaf">{face.name}</span>
        {issuerLines(face).map((line) => (
          <span key={line} className="block break-words">
            {line}
          </span>
        ))}
      </address>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2 print:grid-cols-2">
        <Facts title={t("Order")} facts={facts} />
        {address_line && (
          <Facts
            title={isForPickup(order.delivery) ? t("Address") : t("Delivery address")}
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
          <Line key={keyOf(line)} line={line} />
        ))}
      </ul>
      <OrderSums order={order} className="mt-3 ml-auto w-full max-w-72" />
    </>
  );
}

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

function Line({ line }: { line: OrderLine }) {
  const { name, discount } = line.product_details;
  return (
    <li className="flex items-baseline gap-4 py-2.5 print:break-inside-avoid print:py-1.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{name}</p>
        <JoinedLine parts={kindParts(line.product_details)} />
        <p className="text-sm text-ink-2">
          {piecesOf(line)}
          {discount > 0 && `, ${t("{off}% off", { off: discount })}`}
        </p>
      </div>
      <p className="shrink-0 font-bold">{lineTotal(line)}</p>
    </li>
  );
}
