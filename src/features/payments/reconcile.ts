import type { Shop } from "#server/shop.ts";
import { finishPayment } from "./finish-payment.ts";
import { Unanswered, type Providers } from "./provider.ts";
import { noteChecked, readToCheck } from "./store.ts";

/** Payments that one round asks about at most. */
const AT_ONCE = 50;
/** Time that one round takes at most, apart from its last question: a silent provider must not hold up refunds. */
const WITHIN_MS = 40_000;

/** Asks the providers about payments nobody has reported on: a tab that was closed, a webhook that never came. */
export async function reconcile(shop: Shop, providers: Providers, withinMs = WITHIN_MS): Promise<void> {
  const end = performance.now() + withinMs;
  for (const attempt of await readToCheck(shop.database.db, AT_ONCE)) {
    if (performance.now() > end) return;
    const provider = providers[attempt.provider];
    if (!provider) continue;
    try {
      // First, so that one that fails does not keep the others waiting.
      await noteChecked(shop.database.db, attempt.id);
      await finishPayment(shop, provider, attempt.id, { who: "job" });
    } catch (error) {
      if (!(error instanceof Unanswered)) shop.log.error({ err: error, attempt: attempt.id }, "a payment could not be settled");
      await noteChecked(shop.database.db, attempt.id, `Last asked without an answer: ${(error as Error).message}`);
    }
  }
}
