import { useState, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheckBig, LoaderCircle } from "lucide-react";
import { Link, useLocation, useSearchParams } from "react-router";
import { Button, buttonLook } from "#ui/button.tsx";
import { NeedsLogin } from "#web/needs-login.tsx";
import { privateMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { personalKey, useSession } from "#web/session.ts";
import { useInBrowser } from "#web/use-in-browser.ts";
import { confirmAny, plainReasonOf, reasonOf } from "./confirm.ts";
import { storedPayment } from "./stored-payment.ts";

export const meta = privateMeta("Payment");

/** Where shoppers return from the provider (NAV-13, CHK-6 to CHK-8). Card payments come here with their order number. */
export default function Success() {
  return (
    <div aria-live="polite" className="page flex flex-col items-center gap-4 py-16 text-center md:py-20">
      {useInBrowser() ? <Return /> : <Processing />}
    </div>
  );
}

function Return() {
  const state: unknown = useLocation().state;
  const [parameters] = useSearchParams();
  // Read once: confirming the payment removes it.
  const [payments] = useState(() => [...new Set([storedPayment(), parameters.get("token") ?? undefined])].filter((id) => id !== undefined));
  if (typeof state === "string") return <Paid number={state} />;
  if (payments.length === 0) return <Failed reason="No orderId was found in localStorage." />;
  return (
    <NeedsLogin skeleton={<Processing />}>
      <Confirmation payments={payments} />
    </NeedsLogin>
  );
}

function Confirmation({ payments }: { payments: readonly string[] }) {
  const { person } = useSession();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: personalKey(person, ["confirmation", ...payments]),
    queryFn: () => confirmAny(payments),
    // `confirmAny` knows when to retry.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) return <Paid number={data} />;
  if (error && !isFetching) return <Failed words={plainReasonOf(error)} reason={reasonOf(error)} again={() => void refetch()} />;
  return <Processing />;
}

function Processing() {
  return (
    <>
      <LoaderCircle aria-hidden className="size-14 animate-spin text-leaf" strokeWidth={1.5} />
      <h1 lang="es" className="heading text-4xl">
        Procesando pago...
      </h1>
      <p className="max-w-md text-ink-2">Please keep this page open for a moment.</p>
    </>
  );
}

function Paid({ number }: { number: string }) {
  return (
    <>
      <CircleCheckBig aria-hidden className="size-14 text-leaf" strokeWidth={1.5} />
      <h1 className="heading text-4xl">Payment successful!</h1>
      <p className="max-w-md text-ink-2">
        Thank you. Your order number is <strong className="text-ink">{number}</strong>. We've emailed your confirmation.
      </p>
      <Ways>
        <Link to={paths.home} className={buttonLook({ size: "large" })}>
          Return home
        </Link>
        <Link to={paths.myOrders} className={buttonLook({ kind: "quiet", size: "large" })}>
          My Orders
        </Link>
      </Ways>
    </>
  );
}

function Failed({ words, reason, again }: { words?: string; reason: string; again?: () => void }) {
  return (
    <>
      <CircleAlert aria-hidden className="size-14 text-tomato" strokeWidth={1.5} />
      <h1 className="heading text-4xl">Error</h1>
      <div className="flex max-w-xl flex-col gap-3">
        {words && <p className="text-lg">{words}</p>}
        <p className="text-sm wrap-anywhere text-ink-2">{reason}</p>
      </div>
      {again && (
        <p className="max-w-xl text-ink-2">
          If your payment went through all the same, your order appears under{" "}
          <Link to={paths.myOrders} className="font-semibold text-leaf underline">
            My Orders
          </Link>{" "}
          within a few minutes.
        </p>
      )}
      <Ways>
        <Link to={paths.home} className={buttonLook({ size: "large" })}>
          Return home
        </Link>
        {again && (
          <Button kind="quiet" size="large" onClick={again}>
            Try again
          </Button>
        )}
        <Link to={paths.checkout} className={buttonLook({ kind: "quiet", size: "large" })}>
          Back to checkout
        </Link>
      </Ways>
    </>
  );
}

function Ways({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>;
}
