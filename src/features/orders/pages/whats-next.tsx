import { isForPickup } from "#features/delivery/rules.ts";
import { Suspense, type ReactNode } from "react";
import { MailCheck, PackageCheck, RotateCcw, Store, Truck, type LucideIcon } from "lucide-react";
import { useUser } from "#features/account/pages/use-user.ts";
import { lazyExtra } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";
import type { Order } from "../contract.ts";
import { PROCESSING_DAYS, SHIPPING_DAYS } from "../rules.ts";
import { cancelWords } from "./order-words.ts";
import { useArrival } from "./use-arrival.ts";

const NotifyMe = lazyExtra(() => import("#features/push/pages/notify-me.tsx"));

/** What happens after an order was placed. */
export function WhatsNext({ order }: { order: Order }) {
  const user = useUser();
  const { delivery } = order;
  const arrival = useArrival(order);
  return (
    <section aria-labelledby="whats-next" className="panel p-5 md:p-6">
      <h2 id="whats-next" className="heading text-xl">
        {t("What happens next")}
      </h2>
      <ul className="mt-3 grid gap-4">
        <Step icon={MailCheck} title={t("Your confirmation is in your inbox")}>
          {user ? t("We emailed it to {email}.", { email: user.email }) : t("We emailed it to you.")}
        </Step>
        <Step icon={PackageCheck} title={t("We pack your order")}>
          {delivery?.slot
            ? t("It will be ready in time.")
            : t("Processing takes {least}-{most} business days.", { least: PROCESSING_DAYS.least, most: PROCESSING_DAYS.most })}
        </Step>
        {isForPickup(delivery) ? (
          <Step icon={Store} title={arrival ? t("Pick it up {when}", { when: arrival.when }) : t("You pick it up at the shop")}>
            {delivery.address}
          </Step>
        ) : (
          <Step icon={Truck} title={arrival ? t("It arrives {when}", { when: arrival.when }) : t("It is on its way to you")}>
            {delivery?.slot
              ? t("We deliver it at the time you chose.")
              : order.deliveryFee
                ? t("Shipping takes {least}-{most} business days on average.", { least: SHIPPING_DAYS.least, most: SHIPPING_DAYS.most })
                : t("Shipping takes {least}-{most} business days on average, and is free.", {
                    least: SHIPPING_DAYS.least,
                    most: SHIPPING_DAYS.most,
                  })}
          </Step>
        )}
        <Step icon={RotateCcw} title={t("Changed your mind?")}>
          {cancelWords(isForPickup(delivery))}
        </Step>
      </ul>
      <Suspense>
        <NotifyMe />
      </Suspense>
    </section>
  );
}

function Step({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <Icon aria-hidden className="mt-0.5 size-5.5 shrink-0 text-leaf" strokeWidth={1.75} />
      <p className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{title}</span>
        <span className="text-ink-2">{children}</span>
      </p>
    </li>
  );
}
