import { formatDollars } from "#shared/money.ts";
import { Badge } from "#ui/badge.tsx";
import { Choice } from "#ui/choice.tsx";
import { NotLoaded } from "#ui/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { t } from "#words/t.ts";
import type { WayToPay } from "../contract.ts";
import { PaymentMarks } from "./payment-marks.tsx";

/** Texts of the payment methods, and of the checkout's button. */
export const WORDS = {
  paypal: { name: "PayPal", hint: t("You approve the payment on PayPal's page."), action: t("Pay with PayPal") },
  culqi: { name: t("Card"), hint: t("Visa, Mastercard, American Express or Diners Club. Charged by Culqi."), action: t("Pay by card") },
  yape: {
    name: "Yape",
    hint: t("With your phone number and a code from the Yape app. Charged by Culqi."),
    action: t("Pay with Yape"),
  },
  cash: { name: t("Cash on delivery"), hint: t("Pay when it arrives."), action: t("Place order") },
} as const satisfies Record<WayToPay["provider"], { name: string; hint: string; action: string }>;

interface PayWithProps {
  ways: readonly WayToPay[] | undefined;
  /** Methods that don't accept this total. */
  others: readonly WayToPay[] | undefined;
  /** Loads them again after that failed. */
  again: (() => void) | undefined;
  chosen: WayToPay | undefined;
  choose: (provider: WayToPay["provider"]) => void;
  /** Whether the order is picked up at the shop. */
  forPickup: boolean;
}

/** The payment methods (CHK-3, CHK-10, CHK-11). */
export function PayWith({ ways, others = [], again, chosen, choose, forPickup }: PayWithProps) {
  return (
    <section aria-labelledby="pay-with" className="panel p-5 md:p-6">
      <h2 id="pay-with" className="heading mb-3.5 text-xl">
        {t("Pay with")}
      </h2>
      <div className="flex flex-col gap-2.5">
        {ways ? (
          ways.map(({ provider, practice }) => (
            <Choice
              key={provider}
              name="payment"
              value={provider}
              checked={provider === chosen?.provider}
              onChange={() => choose(provider)}
            >
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <span className="font-bold">{WORDS[provider].name}</span>
                {practice && <Badge tone="yellow">{t("Test mode")}</Badge>}
                <span className="ml-auto max-sm:order-last max-sm:ml-0">
                  <PaymentMarks provider={provider} />
                </span>
              </span>
              <span className="mt-1 block text-ink-2">
                {forPickup && provider === "cash" ? t("Pay when you pick it up.") : WORDS[provider].hint}
                {practice && ` ${t("No real money is charged.")}`}
              </span>
            </Choice>
          ))
        ) : again ? (
          <NotLoaded again={again} />
        ) : (
          <>
            <Skeleton className="h-21 rounded-card" />
            <Skeleton className="h-21 rounded-card" />
          </>
        )}
      </div>
      {others.map(({ provider, least, most }) => (
        <p key={provider} className="mt-3 text-sm text-ink-2">
          {t("{method}: for orders from {least} to {most}", {
            method: WORDS[provider].name,
            least: formatDollars(least),
            most: formatDollars(most),
          })}
        </p>
      ))}
    </section>
  );
}
