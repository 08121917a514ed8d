import { refuse } from "#server/http/errors.ts";
import type { PaymentsConfig } from "#server/settings/payment-settings.ts";
import { t } from "#words/t.ts";

const NAMES = { paypal: "PayPal", culqi: "Culqi" } as const;

/**
 * Checks that a provider can be asked for a refund that failed. Otherwise it would be left as started, and nobody would retry it.
 * @throws Refusal 409 if its keys are missing or can't be read
 */
export function checkKeys(configs: Pick<PaymentsConfig, keyof typeof NAMES>, provider: keyof typeof NAMES): void {
  if (configs[provider]) return;
  throw refuse.conflict(
    t("The keys of {name} are missing or can't be read. Enter them under Connections, then retry the refund.", { name: NAMES[provider] }),
  );
}
