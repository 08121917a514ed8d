import { useEffect, useState, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheckBig, LoaderCircle, Printer } from "lucide-react";
import { Link, Navigate, useLocation, useSearchParams } from "react-router";
import { OrderFacts } from "#features/orders/pages/order-facts.tsx";
import { OrderedProducts } from "#features/orders/pages/ordered-product.tsx";
import { useOrder } from "#features/orders/pages/use-orders.ts";
import { WhatsNext } from "#features/orders/pages/whats-next.tsx";
import { countBought } from "#features/search/pages/search-events.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { Loaded } from "#ui/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast/toast.ts";
import { NeedsLogin } from "#web/session/needs-login.tsx";
import { NeedsScript } from "#web/needs-script.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { personalKey, useSession } from "#web/session/session.ts";
import { useInBrowser } from "#ui/use-in-browser.ts";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";
import { BackToChange } from "./back-to-change.tsx";
import { confirmAny, isEnded, plainReasonOf, reasonOf } from "./confirm.ts";
import { storedPayment } from "./stored-payment.ts";
import { useOpenPayment } from "./use-open-payment.ts";

export const meta = privateMeta(t("Payment"));

/** Where shoppers return from the provider (NAV-13, CHK-6 to CHK-8). Card payments come here with their order number. */
export default function Success() {
  return (
    <div className="page py-12 md:py-16 print:py-0">
      {useInBrowser() ? (
        <Return />
      ) : (
        <NeedsScript>
          <Processing />
        </NeedsScript>
      )}
    </div>
  );
}

function Return() {
  const state: unknown = useLocation().state;
  const [parameters] = useSearchParams();
  // Read once: confirming the payment removes it.
  const [payments] = useState(() => [...new Set([storedPayment(), parameters.get("token") ?? undefined])].filter((id) => id !== undefined));
  if (typeof state === "string") return <Paid number={state} />;
  if (payments.length === 0)
    return <Failed words={t("There is no payment to confirm in this browser.")} reason={t("No orderId was found in localStorage.")} />;
  return (
    <NeedsLogin skeleton={<Processing />}>
      <Confirmation payments={payments} isChange={parameters.has("change")} />
    </NeedsLogin>
  );
}

/** @param isChange whether what was paid is a change of an order */
function Confirmation({ payments, isChange }: { payments: readonly string[]; isChange: boolean }) {
  const { person } = useSession();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: personalKey(person, ["confirmation", ...payments]),
    queryFn: () => confirmAny(payments, isChange),
    // `confirmAny` knows when to retry.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const changed = isChange ? data : undefined;
  useEffect(() => {
    if (changed) toast.success(t("Your order was changed"));
  }, [changed]);
  if (changed) return <Navigate to={paths.order(changed)} replace />;
  if (data) return <Paid number={data} />;
  if (error && !isFetching) {
    const why = { words: plainReasonOf(error), reason: reasonOf(error), isChange };
    return isEnded(error) ? <Failed {...why} isEnded /> : <Failed {...why} again={() => void refetch()} />;
  }
  return <Processing />;
}

function Processing() {
  return (
    <Told>
      <LoaderCircle aria-hidden className="size-14 animate-spin text-leaf" strokeWidth={1.5} />
      <h1 lang="es" className="heading text-4xl">
        {t("Procesando pago...")}
      </h1>
      <p className="max-w-md text-ink-2">{t("Please keep this page open for a moment.")}</p>
    </Told>
  );
}

function Paid({ number }: { number: string }) {
  const query = useOrder(number);
  const order = query.data;
  useEffect(() => {
    if (order) countBought(order.products);
  }, [order]);
  return (
    <>
      <Told>
        <CircleCheckBig aria-hidden className="size-14 text-leaf" strokeWidth={1.5} />
        <h1 className="heading text-4xl">{t("Payment successful!")}</h1>
        <p className="max-w-md text-ink-2">
          {rich("Thank you. Your order number is {number}. We've emailed your confirmation.", {
            number: <strong className="text-ink">{number}</strong>,
          })}
        </p>
        <Ways>
          <Link to={paths.order(number)} className={buttonLook({ size: "large" })}>
            {t("Track order")}
          </Link>
          <Button kind="quiet" size="large" onClick={() => window.print()}>
            <Printer aria-hidden className="size-5" />
            {t("Print")}
          </Button>
          <Link to={paths.home} className={buttonLook({ kind: "quiet", size: "large" })}>
            {t("Return home")}
          </Link>
        </Ways>
      </Told>
      <div className="mt-10 print:mt-6">
        <Loaded query={query} skeleton={<Skeleton className="h-72 rounded-panel" />}>
          {(placed) => (
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <div className="flex flex-col gap-4">
                <div className="print:hidden">
                  <WhatsNext order={placed} />
                </div>
                <OrderFacts order={placed} />
              </div>
              <OrderedProducts order={placed} />
            </div>
          )}
        </Loaded>
      </div>
    </>
  );
}

interface FailedProps {
  words: string;
  reason: string;
  again?: () => void;
  isChange?: boolean;
  /** Whether the payment is known to have ended without an order. */
  isEnded?: boolean;
}

function Failed({ words, reason, again, isChange = false, isEnded: ended = false }: FailedProps) {
  const kind = again ? "quiet" : "primary";
  return (
    <Told>
      <CircleAlert aria-hidden className="size-14 text-tomato" strokeWidth={1.5} />
      <h1 className="heading text-4xl">{t("Error")}</h1>
      <div className="flex max-w-xl flex-col gap-3">
        <p className="text-lg">{words}</p>
        <p className="text-sm wrap-anywhere text-ink-2">{reason}</p>
      </div>
      {!isChange && !ended && (
        <p className="max-w-xl text-ink-2">
          {rich("If your payment did go through, your order will appear under {myOrders} within a few minutes.", {
            myOrders: (
              <Link to={paths.myOrders} className="font-semibold text-leaf underline">
                {t("My Orders")}
              </Link>
            ),
          })}
        </p>
      )}
      <Ways>
        {again && (
          <Button size="large" onClick={again}>
            {t("Try again")}
          </Button>
        )}
        {isChange ? (
          <BackToOpenChange kind={kind} />
        ) : (
          <Link to={paths.checkout} className={buttonLook({ kind, size: "large" })}>
            {t("Back to checkout")}
          </Link>
        )}
        <Link to={paths.home} className={buttonLook({ kind: "quiet", size: "large" })}>
          {t("Return home")}
        </Link>
      </Ways>
    </Told>
  );
}

/** Where the change whose payment failed can still be paid, or given up. */
function BackToOpenChange({ kind }: { kind: "primary" | "quiet" }) {
  return <BackToChange number={useOpenPayment()?.changesOrder} kind={kind} />;
}

/** What is said at the top of the page, and to screen readers. */
function Told({ children }: { children: ReactNode }) {
  return (
    <div aria-live="polite" className="flex flex-col items-center gap-4 text-center">
      {children}
    </div>
  );
}

function Ways({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap justify-center gap-3 print:hidden">{children}</div>;
}
