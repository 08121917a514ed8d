import { cityLine } from "#features/addresses/rules.ts";
import { agreedInWords, isForPickup } from "#features/delivery/rules.ts";
import { formatCents, toCents } from "#shared/money.ts";
import { formatTime } from "#shared/time.ts";
import { useFace } from "#web/use-face.ts";
import type { OrderPaper } from "../../admin/contract.ts";
import type { OrderLine } from "../../contract.ts";
import { cashDueCents } from "../../rules.ts";
import { amountOfLine, keyOf } from "#features/orders/pages/order-amounts.ts";
import { JoinedLine } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";
import { kindParts, paymentMethodInWords, statusInWords } from "../../words.ts";

/** What goes into an order's bags, on paper: without prices. */
export function PackingSlip({ order }: { order: OrderPaper }) {
  const { name, timeZone } = useFace();
  const { address_line, country, mobile } = order.delivery_address;
  const delivery = order.delivery && agreedInWords(order.delivery);
  const totalCents = toCents(order.totalAmt);
  const dueCents = cashDueCents({ status: order.status, paymentStatus: order.payment_status, totalCents });
  const forPickup = isForPickup(order.delivery);
  return (
    <article aria-label={`${t("Packing slip")} ${order.orderId}`} className="sheet panel mb-4 p-6">
      <header className="flex items-baseline justify-between gap-4">
        <h2 className="heading text-2xl">{t("Packing slip")}</h2>
        <p className="heading text-xl text-leaf">{name}</p>
      </header>
      <div className="mt-4 grid gap-5 sm:grid-cols-2 print:grid-cols-2">
        <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-1">
          <Fact name={t("Order number")} value={order.orderId} />
          <Fact name={t("Created date")} value={formatTime(order.createdAt, timeZone)} />
          <Fact name={t("Payment method")} value={paymentMethodInWords(order.metodoDePago)} />
          <Fact name={t("Payment status")} value={statusInWords(order.payment_status)} />
          {delivery && <Fact name={delivery.title} value={delivery.words} />}
        </dl>
        <address className="not-italic">
          <span className="block font-bold">{order.userId.name}</span>
          {(forPickup ? [mobile] : [address_line, cityLine(order.delivery_address), country, mobile]).filter(Boolean).map((text) => (
            <span key={text} className="block break-words">
              {text}
            </span>
          ))}
        </address>
      </div>
      <table className="mt-5 w-full text-left">
        <thead>
          <tr className="border-b-2 border-line-2 text-sm text-ink-2">
            <th scope="col" className="w-16 py-1.5 pr-4 text-right">
              {t("Quantity")}
            </th>
            <th scope="col" className="py-1.5">
              {t("Product")}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.products.map((line) => (
            <Line key={keyOf(line)} line={line} />
          ))}
        </tbody>
      </table>
      {order.note && (
        <p className="mt-4 break-words whitespace-pre-wrap">
          <strong>{t("Note:")}</strong> {order.note}
        </p>
      )}
      {dueCents > 0 && (
        <p className="mt-4 text-lg font-bold">
          {forPickup ? t("To be paid") : t("Collect on delivery")}: {formatCents(dueCents)}
        </p>
      )}
    </article>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </>
  );
}

function Line({ line }: { line: OrderLine }) {
  const { name, replaces } = line.product_details;
  return (
    <tr className="border-b border-line align-baseline break-inside-avoid">
      <td className="py-2 pr-4 text-right font-bold">{amountOfLine(line)}</td>
      <td className="py-2">
        {name}
        <JoinedLine parts={kindParts(line.product_details)} />
        {replaces && <span className="block text-sm text-ink-2">{t("Instead of {replaces}", { replaces })}</span>}
      </td>
    </tr>
  );
}
