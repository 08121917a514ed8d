import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/panel.tsx";
import { adminPaths } from "#web/admin-paths.ts";
import { plural, t } from "#words/t.ts";
import { MAX_PICKED } from "../contract.ts";
import { withOrders } from "./chosen.ts";
import { PackedOrders } from "./packed-orders.tsx";
import { PutBack } from "./put-back.tsx";
import { deliveryWords, groupsOf, type OrderGroup } from "./slot-groups.ts";
import { usePickUpdates, useWaiting } from "./use-pick.ts";

/** The orders that wait to be picked, by delivery time or the day they were placed, and the packed ones that wait to be sent. */
export function ChooseOrders() {
  usePickUpdates();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isCut, setCut] = useState(false);
  return (
    <div className="max-w-3xl">
      <h1 className="heading mb-4 text-3xl">{t("Pick")}</h1>
      <PutBack />
      <Loaded query={useWaiting()}>
        {({ data: waiting, more }) => {
          const open = waiting.filter(({ packedAt }) => !packedAt);
          const packed = waiting.filter(({ packedAt }) => packedAt);
          // Orders that were packed or canceled meanwhile are not picked.
          const picked = open.filter(({ orderId }) => chosen.has(orderId)).map(({ orderId }) => orderId);
          const choose = (numbers: readonly string[], on: boolean) => {
            const next = withOrders(picked, numbers, on);
            setChosen(new Set(next.chosen));
            setCut(next.isCut);
          };
          return (
            <>
              {open.length === 0 && (
                <EmptyState title={t("Nothing to pick")}>
                  <p>{t("New orders appear here by themselves.")}</p>
                </EmptyState>
              )}
              {groupsOf(open).map((group) => (
                <Group key={group.name} group={group} chosen={picked} onChoose={choose} />
              ))}
              {more.open > 0 && (
                <p className="mb-5 text-ink-2">
                  {plural(
                    more.open,
                    "And {count} more order, listed once these are packed.",
                    "And {count} more orders, listed once these are packed.",
                  )}
                </p>
              )}
              {open.length > 0 && (
                <div className="sticky bottom-0 z-2 -mx-4 border-t border-line bg-paper px-4 py-3 md:mx-0 md:px-0">
                  <output className={isCut ? "mb-2 block text-sm" : undefined}>
                    {isCut && t("You can pick {MAX_PICKED} orders at a time. Choose the others when these are packed.", { MAX_PICKED })}
                  </output>
                  <Button disabled={picked.length === 0} onClick={() => void navigate(adminPaths.pick(picked))} className="w-full">
                    {picked.length === 0 ? t("Choose orders") : plural(picked.length, "Pick {count} order", "Pick {count} orders")}
                  </Button>
                </div>
              )}
              {packed.length > 0 && <PackedOrders orders={packed} more={more.packed} />}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

interface GroupProps {
  group: OrderGroup;
  chosen: readonly string[];
  onChoose: (numbers: readonly string[], on: boolean) => void;
}

function Group({ group: { name, orders }, chosen, onChoose }: GroupProps) {
  const numbers = orders.map(({ orderId }) => orderId);
  const isChosen = (number: string) => chosen.includes(number);
  // Of a large group only as many as can be picked together.
  const isAll = chosen.length < MAX_PICKED ? numbers.every(isChosen) : numbers.some(isChosen);
  return (
    <section aria-label={name} className="mb-5">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 border-b-2 border-line-2 font-bold">
        <input
          type="checkbox"
          aria-label={t("All orders of {name}", { name })}
          checked={isAll}
          onChange={({ target }) => onChoose(numbers, target.checked)}
          className="size-6 cursor-pointer accent-leaf-fill"
        />
        {name}
        <span className="ml-auto shrink-0 font-normal text-ink-2">{plural(orders.length, "{count} order", "{count} orders")}</span>
      </label>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order._id}>
            <label className="flex min-h-13 cursor-pointer items-center gap-3 py-2">
              <input
                type="checkbox"
                aria-label={t("Pick order {orderId}", { orderId: order.orderId })}
                checked={isChosen(order.orderId)}
                onChange={({ target }) => onChoose([order.orderId], target.checked)}
                className="size-6 shrink-0 cursor-pointer accent-leaf-fill"
              />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{order.orderId}</span>
                <span className="block text-sm text-ink-2">
                  {[order.userName, !order.delivery?.slot && deliveryWords(order)].filter(Boolean).join(" · ")}
                </span>
              </span>
              <span className="shrink-0 text-right text-sm text-ink-2">
                <span className="block">{plural(order.pieces, "{count} piece", "{count} pieces")}</span>
                {order.picked > 0 && (
                  <span className="block font-semibold text-leaf">
                    {t("{picked} of {lines} picked", { picked: order.picked, lines: order.lines })}
                  </span>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}
