import { useState, type FormEvent } from "react";
import { useQuery } from "@tanstack/react-query";
import { gramsOfLine, keyOf } from "#features/orders/pages/order-amounts.ts";
import { formatDollars, toCents } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { GuardedDialog } from "#ui/dialogs/guarded-dialog.tsx";
import { Field } from "#ui/field.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, CallError, messageOf } from "#web/call.ts";
import { sendOnce } from "#web/sending/send-once.ts";
import { personalKey, useSession } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import type { AdminOrder } from "../../../admin/contract.ts";
import type { OrderLine } from "../../../contract.ts";
import { MAX_REASON, quoteItemsRefund, refundItems, type ItemsRefundQuote, type RefundedItem } from "../../../refunds/contract.ts";
import { isPaidByHand } from "../../../refunds/rules.ts";
import { kindOf } from "#features/orders/words.ts";
import { paidByHandWords, refundWords } from "./refund-words.ts";
import { readOrderAgain } from "../use-all-orders.ts";

/** Refunds items of an order that was sent. Lazy-loaded. */
export default function RefundItems({ order: current, onClose }: { order: AdminOrder; onClose: () => void }) {
  // The order when the dialog opened: what was typed belongs to its lines.
  const [order] = useState(current);
  const [amounts, setAmounts] = useState<readonly string[]>([]);
  const [reason, setReason] = useState("");
  const [isReasonAsked, askReason] = useState(false);
  const [busy, setBusy] = useState(false);
  const [send] = useState(() => sendOnce(refundItems));
  const { orderId, products: lines } = order;
  const items = itemsOf(lines, amounts);
  const isTooMuch = lines.some((line, position) => amountAt(amounts, position) > mostOf(line));
  const { data: quote, error } = useItemsQuote(orderId, items, !isTooMuch);
  const hasChanged = toCents(current.totalAmt) !== toCents(order.totalAmt) && !busy;
  const problem = hasChanged ? t("This order has changed. Check it and try again.") : error && messageOf(error);
  const refund = async ({ totalAmt }: ItemsRefundQuote) => {
    setBusy(true);
    try {
      const { message } = await send({ orderId, items, totalAmt, reason });
      toast.success(message);
      onClose();
      await readOrderAgain(orderId);
    } catch (failure) {
      toast.error(messageOf(failure));
      if (failure instanceof CallError && failure.status === 409) await readOrderAgain(orderId);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    askReason(!reason.trim());
    if (reason.trim() && quote && !busy) void refund(quote);
  };
  return (
    <GuardedDialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t("Refund items")}
      description={t("Enter what the shopper gets back. The delivery fee is not refunded, and your stock stays as it is.")}
      footer={
        <Button type="submit" form="refund-items" busy={busy} disabled={!quote || quote.needsAdmin || hasChanged}>
          {quote ? t("Refund {amount}", { amount: formatDollars(quote.amount) }) : t("Refund [button]")}
        </Button>
      }
    >
      <form id="refund-items" noValidate onSubmit={submit}>
        <ul className="grid gap-4">
          {lines.map((line, position) => (
            <li key={keyOf(line)}>
              <AmountField
                line={line}
                value={amounts[position] ?? ""}
                onChange={(text) => setAmounts(lines.map((_, at) => (at === position ? text : (amounts[at] ?? ""))))}
              />
            </li>
          ))}
        </ul>
        <Field
          label={t("Reason")}
          hint={t("The shopper reads it in the email and on the order's page.")}
          error={isReasonAsked && !reason.trim() ? t("Enter the reason") : undefined}
          maxLength={MAX_REASON}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          className="mt-5"
        />
        <div aria-live="polite" className="mt-4 empty:hidden">
          {problem ? <p className="font-semibold text-tomato">{problem}</p> : quote && <p>{outcomeWords(order, quote)}</p>}
        </div>
      </form>
    </GuardedDialog>
  );
}

interface AmountFieldProps {
  line: OrderLine;
  value: string;
  onChange: (text: string) => void;
}

/** How much of a line is refunded: pieces, or grams of what is sold by weight. */
function AmountField({ line, value, onChange }: AmountFieldProps) {
  const { name } = line.product_details;
  const most = mostOf(line);
  const hint = isByWeight(line) ? t("Grams, up to {most}", { most }) : t("Pieces, up to {most}", { most });
  return (
    <Field
      label={[name, kindOf(line.product_details)].filter(Boolean).join(" · ")}
      inputMode="numeric"
      autoComplete="off"
      placeholder="0"
      value={value}
      onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, "").slice(0, 6))}
      hint={hint}
      error={Number(value) > most ? hint : undefined}
    />
  );
}

const isByWeight = ({ product_details: { weighed } }: OrderLine) => weighed?.by === "weight";
const mostOf = (line: OrderLine): number => (isByWeight(line) ? gramsOfLine(line) : line.quantity);
const amountAt = (amounts: readonly string[], position: number) => Number(amounts[position] ?? "");

const itemsOf = (lines: readonly OrderLine[], amounts: readonly string[]): RefundedItem[] =>
  lines.flatMap(({ productId }, position) => {
    const amount = amountAt(amounts, position);
    return amount > 0 ? { position, productId: productId._id, amount } : [];
  });

/** What the refund comes to, or why it can't be made. */
function useItemsQuote(orderId: string, items: RefundedItem[], isPossible: boolean) {
  const { person, status } = useSession();
  return useQuery({
    queryKey: personalKey(person, ["items-refund", orderId, items]),
    queryFn: async () => (await call(quoteItemsRefund, { orderId, items })).data,
    enabled: status === "signed-in" && isPossible && items.length > 0,
    gcTime: 0,
  });
}

function outcomeWords({ metodoDePago, timeline }: AdminOrder, quote: ItemsRefundQuote): string {
  if (quote.needsAdmin) return t("The refund is above your limit, so an admin has to make it.");
  return isPaidByHand({ paymentMethod: metodoDePago, timeline }) ? paidByHandWords() : refundWords(quote, metodoDePago);
}
