import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig, CircleX } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { call, CallError } from "#web/call.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { personalKey, useSession } from "#web/session/session.ts";
import { useInBrowser } from "#ui/use-in-browser.ts";
import { t } from "#words/t.ts";
import { getPayPalOrderDetails } from "../contract.ts";
import { BackToChange } from "./back-to-change.tsx";
import { cancelOpenPayment } from "./cancel-open-payment.ts";
import { storedPayment } from "./stored-payment.ts";

export const meta = privateMeta(t("Order Canceled"));

/** Where shoppers return who didn't pay (NAV-13, CHK-9): cancels the payment, which releases its reservation. */
export default function Cancel() {
  return (
    <div aria-live="polite" className="page flex flex-col items-center gap-4 py-16 text-center md:py-20">
      {useInBrowser() ? <Canceling /> : <Canceled />}
    </div>
  );
}

function Canceling() {
  const [parameters] = useSearchParams();
  const { person, status } = useSession();
  // The provider names the payment. Read once, because canceling removes the stored one.
  const [payment] = useState(() => parameters.get("token") ?? storedPayment() ?? "");
  const isChange = parameters.has("change");
  const { data: changesOrder, error } = useQuery({
    queryKey: personalKey(person, ["cancellation", payment]),
    queryFn: async () => {
      await cancelOpenPayment(payment);
      return isChange ? (await call(getPayPalOrderDetails, { orderId: payment })).data.changesOrder : "";
    },
    enabled: payment !== "" && status === "signed-in",
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  // It has been paid in the meantime, or is about to be.
  if (error instanceof CallError && error.status === 409) return <NotCanceled words={error.message} />;
  return <Canceled isChange={isChange} changesOrder={changesOrder} />;
}

interface CanceledProps {
  /** Whether a change of an order was not paid: nothing is said of the order itself then. */
  isChange?: boolean;
  /** The number of the order that was to be changed, once it is known. */
  changesOrder?: string | undefined;
}

function Canceled({ isChange = false, changesOrder }: CanceledProps) {
  return (
    <>
      <CircleX aria-hidden className="size-14 text-ink-3" strokeWidth={1.5} />
      <h1 className="heading text-4xl">{isChange ? t("Payment canceled") : t("Order Canceled")}</h1>
      <p className="max-w-md text-ink-2">
        {isChange
          ? t("Nothing was charged, and your order stays as it was.")
          : t("We're sorry it didn't work out. Nothing was charged, and your cart is still here.")}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {isChange ? (
          <BackToChange number={changesOrder} />
        ) : (
          <Link to={paths.checkout} className={buttonLook({ size: "large" })}>
            {t("Back to checkout")}
          </Link>
        )}
        <Link to={paths.home} className={buttonLook({ kind: "quiet", size: "large" })}>
          {t("Return home")}
        </Link>
      </div>
    </>
  );
}

function NotCanceled({ words }: { words: string }) {
  return (
    <>
      <CircleCheckBig aria-hidden className="size-14 text-leaf" strokeWidth={1.5} />
      <h1 className="heading text-4xl">{t("This order isn't canceled")}</h1>
      <p className="max-w-md text-ink-2">{words}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Link to={paths.myOrders} className={buttonLook({ size: "large" })}>
          {t("My Orders")}
        </Link>
        <Link to={paths.home} className={buttonLook({ kind: "quiet", size: "large" })}>
          {t("Return home")}
        </Link>
      </div>
    </>
  );
}
