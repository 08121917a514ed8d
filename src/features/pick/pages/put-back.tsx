import { useState } from "react";
import { Undo2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { t } from "#words/t.ts";
import { putBack, type PutBackLine, type PutBackOrder } from "../put-back/contract.ts";
import { shelfName, takenWords } from "./groups.ts";
import { readPickAgain, usePutBack } from "./use-pick.ts";

/** What was picked for orders that no longer need it, until somebody has put it back. @param numbers of these orders; of all by default */
export function PutBack({ numbers }: { numbers?: readonly string[] }) {
  const { data } = usePutBack();
  const orders = data?.orders.filter(({ orderId }) => numbers?.includes(orderId) ?? true) ?? [];
  if (!data || orders.length === 0) return null;
  return (
    <section aria-labelledby="put-back" className="mb-5 rounded-card bg-badge-red px-4 py-3 text-badge-red-ink print:hidden">
      <h2 id="put-back" className="text-lg font-bold">
        {t("Put these items back")}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {orders.map((order) => (
          <li key={order._id} className="py-3">
            <Order order={order} lines={data.lines.filter(({ _id }) => _id === order._id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OrderProps {
  order: PutBackOrder;
  lines: readonly PutBackLine[];
}

function Order({ order: { orderId: number, canceled, at }, lines }: OrderProps) {
  const [busy, setBusy] = useState(false);
  const done = async () => {
    setBusy(true);
    try {
      await call(putBack, { orderId: number, canceled, at });
    } catch (error) {
      toast.error(messageOf(error));
    }
    await readPickAgain();
    setBusy(false);
  };
  return (
    <>
      <h3 className="font-semibold">
        {canceled
          ? t("Order {number} was canceled", { number })
          : t("The shopper changed order {number} and no longer wants these items", { number })}
      </h3>
      <ul className="mt-1">
        {[...Map.groupBy(lines, shelfName)].map(([name, onShelf]) => (
          <li key={name} className="mt-1">
            <span className="block text-sm">{name}</span>
            {onShelf.map((line) => (
              <span key={`${line.productId} ${line.grams === undefined ? "" : "weighed"}`} className="block font-semibold">
                {takenWords(line)}
              </span>
            ))}
          </li>
        ))}
      </ul>
      <Button
        kind="quiet"
        size="small"
        busy={busy}
        disabled={busy}
        aria-label={t("All put back: order {orderId}", { orderId: number })}
        onClick={() => void done()}
        className="mt-2"
      >
        {!busy && <Undo2 aria-hidden className="size-4.5" />}
        {t("All put back")}
      </Button>
    </>
  );
}
