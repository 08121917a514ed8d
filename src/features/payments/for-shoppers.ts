import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import type { OnlineWay } from "./contract.ts";
import { Unanswered, type Provider, type Providers } from "./providers/provider.ts";

/** @throws Refusal 422 if the shop doesn't have this provider */
export async function providerOf(providers: Providers, way: OnlineWay): Promise<Provider> {
  const provider = await providers(way);
  if (!provider) throw refuse.unprocessable(t("This payment method isn't available"));
  return provider;
}

/** Turns a provider's silence into a 503: the payment continues in the background, or can be retried. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unanswered) throw refuse.unavailable(t("The payment service isn't responding. Please try again in a minute."));
    throw error;
  }
}
