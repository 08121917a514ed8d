import { useState } from "react";
import { Printer } from "lucide-react";
import { Link, useNavigate } from "react-router";
import { Badge } from "#ui/badge.tsx";
import { Button, buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/panel.tsx";
import { adminPaths } from "#web/admin-paths.ts";
import { plural, t } from "#words/t.ts";
import { MAX_PICKED, type WaitingOrder } from "../contract.ts";
import { deliveryWords, groupsOf, type OrderGroup } from "./slot-groups.ts";
import { usePickUpdates, useWaiting } from "./use-pick.ts";

/** The orders that wait to be picked, by delivery time or the day they were placed, and the packed ones that wait to be sent. */
export function ChooseOrders() {
  usePickUpdates();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (numbers: readonly string[], on: boolean) =>
    setChosen((before) => new Set(on ? [...before, ...numbers] : [...before].filter((number) => !numbers.includes(number))));
  return (
    <div className="max-w-3xl">
      <h1 className="heading mb-4 text-3xl">{t("Pick")}</h1>
      <Loaded query={useWaiting()}>
        {(waiting) => {
          const open = waiting.filter(({ packedAt }) => !packedAt);
          const packed = waiting.filter(({ packedAt }) => packedAt);
          // Orders that were packed or canceled meanwhile are not picked.
          const picked = open.filter(({ orderId }) => chosen.has(orderId)).map(({ orderId }) => orderId);
          return (
            <>
              {open.length === 0 && (
                <EmptyState title={t("Nothing to pick")}>
                  <p>{t("New orders appear here by themselves.")}</p>
                </EmptyState>
              )}
              {groupsOf(open).map((group) => (
                <Group key={group.name} group={group} chosen={chosen} onChoose={choose} />
              ))}
              {open.length > 0 && (
                <div className="sticky bottom-0 z-2 -mx-4 border-t border-line bg-paper px-4 py-3 md:mx-0 md:px-0">
                  <Button
                    disabled={picked.length === 0 || picked.length > MAX_PICKED}
                    onClick={() => void navigate(adminPaths.pick(picked))}
                    className="w-full"
                  >
                    {picked.length === 0
                      ? t("Choose orders")
                      : picked.length > MAX_PICKED
                        ? t("Choose {MAX_PICKED} orders at most", { MAX_PICKED })
                        : plural(picked.length, "Pick {count} order", "Pick {count} orders")}
                  </Button>
                </div>
              )}
              {packed.length > 0 && <Packed orders={packed} />}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

interface GroupProps {
  group: OrderGroup;
  chosen: ReadonlySet<string>;
  onChoose: (numbers: readonly string[], on: boolean) => void;
}

function Group({ group: { name, orders }, chosen, onChoose }: GroupProps) {
  const numbers = orders.map(({ orderId }) => orderId);
  return (
    <section aria-label={name} className="mb-5">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 border-b-2 border-line-2 font-bold">
        <input
          type="checkbox"
          aria-label={t("All orders of {name}", { name })}
          checked={numbers.every((number) => chosen.has(number))}
          onChange={({ target }) => onChoose(numbers, target.checked)}
          className="size-6 cursor-pointer accent-leaf-fill"
        />
        {name}
        <span className="ml-auto font-normal text-ink-2">{plural(orders.length, "{count} order", "{count} orders")}</span>
      </label>
      <ul className="divide-y divide-line">
        {orders.map((order) => (
          <li key={order._id}>
            <label className="flex min-h-13 cursor-pointer items-center gap-3 py-2">
              <input
                type="checkbox"
                aria-label={t("Pick order {orderId}", { orderId: order.orderId })}
                checked={chosen.has(order.orderId)}
                onChange={({ target }) => onChoose([order.orderId], target.checked)}
                className="size-6 shrink-0 cursor-pointer accent-leaf-fill"
              />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{order.orderId}</span>
                <span className="block truncate text-sm text-ink-2">
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

function Packed({ orders }: { orders: readonly WaitingOrder[] }) {
  return (
    <section aria-labelledby="packed" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="packed" className="heading text-xl">
          {t("Packed, waiting to be sent")}
        </h2>
        <Link
          to={adminPaths.bagLabels(orders.slice(0, MAX_PICKED).map(({ orderId }) => orderId))}
          className={buttonLook({ kind: "quiet", size: "small" })}
        >
          <Printer aria-hidden className="size-4.5" />
          {t("Bag labels")}
        </Link>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {orders.map((order) => (
          <li key={order._id} className="flex min-h-13 items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{order.orderId}</span>
              <span className="block truncate text-sm text-ink-2">
                {[order.userName, deliveryWords(order)].filter(Boolean).join(" · ")}
              </span>
            </span>
            <Badge tone="green">{t("Packed")}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
