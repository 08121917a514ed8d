import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import type { DeliveryWay } from "#features/delivery/contract.ts";
import { useDeliveryOffer } from "#features/delivery/pages/use-offer.ts";
import { destinationOf } from "#features/delivery/zones/rules.ts";
import type { AdminOrder } from "#features/orders/admin/contract.ts";
import { readOrderAgain, useAdminOrder } from "#features/orders/pages/admin/use-all-orders.ts";
import { OrderFrame } from "#features/orders/pages/order-frame.tsx";
import { formatDollars } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { Loaded } from "#ui/panel.tsx";
import { toast } from "#ui/toast/toast.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { call, messageOf } from "#web/call.ts";
import { insist } from "#web/sending/insist.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { personalKey, useSession } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { changeDelivery, quoteDelivery, type ChangeQuote } from "../../changes/contract.ts";
import { DeliveryFields } from "./delivery-fields.tsx";

export const meta = privateMeta(t("Change delivery"));

/** Where the staff change whether an order is delivered or picked up, and when. */
export default function ChangeDeliveryPage() {
  const { orderNumber = "" } = useParams();
  return (
    <OrderFrame
      back={{ to: adminPaths.order(orderNumber), name: t("Back to the order") }}
      query={useAdminOrder(orderNumber)}
      missing={<p>{t("It does not exist, or it was deleted.")}</p>}
    >
      {(order) => <Change key={order._id} order={order} />}
    </OrderFrame>
  );
}

function Change({ order }: { order: AdminOrder }) {
  const { orderId, delivery_address: address } = order;
  const navigate = useNavigate();
  const own: DeliveryWay = order.delivery?.way ?? "delivery";
  const [way, setWay] = useState(own);
  const [slot, setSlot] = useState<string>();
  const destination = destinationOf(address);
  const offered = useDeliveryOffer(destination);
  const [busy, setBusy] = useState(false);
  const isSame = way === own && (slot === undefined || slot === order.delivery?.slot?.id);
  const request = { orderId, delivery: { way, ...(slot !== undefined && { slot }) } };
  const { data: quote, error } = useDeliveryQuote(request, !isSame);
  const save = async () => {
    setBusy(true);
    try {
      const { message } = await insist(() => call(changeDelivery, request));
      toast.success(message);
      await readOrderAgain(orderId);
      await navigate(adminPaths.order(orderId));
    } catch (failure) {
      toast.error(messageOf(failure));
      setBusy(false);
    }
  };
  return (
    <div className="max-w-160">
      <h1 className="heading text-3xl">{t("Change delivery")}</h1>
      <p className="mt-1.5 text-ink-2">{t("Order {order}, {name}", { order: orderId, name: order.userId.name })}</p>
      <section aria-label={t("Delivery")} className="panel mt-5 p-5 md:p-6">
        <Loaded query={offered}>
          {(offer) =>
            offer ? (
              <DeliveryFields
                order={order}
                offer={offer}
                destination={destination}
                way={way}
                slot={slot}
                setSlot={setSlot}
                setWay={(to) => {
                  setWay(to);
                  setSlot(undefined);
                }}
                isElsewhere={false}
              />
            ) : (
              <p className="text-ink-2">{t("The shop has no delivery zones or pickup to choose from.")}</p>
            )
          }
        </Loaded>
        <div aria-live="polite" className="mt-4 empty:hidden">
          {!isSame && quote && <p className="font-semibold">{moneyWords(quote)}</p>}
          {!isSame && error && <p className="font-semibold text-tomato">{messageOf(error)}</p>}
        </div>
        <Button busy={busy} disabled={isSame || !quote} onClick={() => void save()} className="mt-4">
          {t("Save changes")}
        </Button>
      </section>
    </div>
  );
}

type Request = Parameters<typeof call<typeof quoteDelivery>>[1];

/** The outcome of the change, or why it can't be made. */
function useDeliveryQuote(request: Request, isChanged: boolean) {
  const { person, status } = useSession();
  return useQuery({
    queryKey: personalKey(person, ["delivery-change", JSON.stringify(request)]),
    queryFn: async () => (await call(quoteDelivery, request)).data,
    enabled: status === "signed-in" && isChanged,
    gcTime: 0,
  });
}

function moneyWords({ totalAmt, totalWas, settlement }: ChangeQuote): string {
  if (settlement === "on delivery")
    return t("The shopper pays {total} instead of {before}.", { total: formatDollars(totalAmt), before: formatDollars(totalWas) });
  if (settlement === "nothing") return t("The total stays {total}.", { total: formatDollars(totalAmt) });
  return t("{amount} will be refunded to the shopper.", { amount: formatDollars(totalWas - totalAmt) });
}
