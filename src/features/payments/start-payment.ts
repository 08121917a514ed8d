import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { formatCents } from "#shared/money.ts";
import { lockUser } from "../account/lock-user.ts";
import { noteAddressUsed } from "../addresses/store.ts";
import { sumLines } from "../cart/rules.ts";
import { lockProducts } from "../catalogue/stock.ts";
import { useKey } from "../orders/idempotency-key.ts";
import { checkTotal, type OrderRequest } from "../orders/place-order.ts";
import { orderedItems } from "../orders/rules.ts";
import { takeStock } from "../orders/take-stock.ts";
import { expireLater } from "./jobs.ts";
import { ProviderRefused, type Provider } from "./provider.ts";
import { releasePayment } from "./release-payment.ts";
import { BEING_TAKEN, RELEASABLE, RESERVED_MINUTES } from "./rules.ts";
import { insertAttempt, isBeingTaken, lockAttempt, lockReleasable, readAttempt, updateAttempt, type Attempt } from "./store.ts";

/** What a shopper wants to pay. */
type PaymentRequest = Omit<OrderRequest, "payment">;

/**
 * Reserves the goods, then makes a payment at the provider: first the reservation is committed, so that no lock is held
 * while the provider is asked. A request that repeats the key of an earlier one goes on with that one's attempt.
 * @returns the attempt, OPEN, or PAID where the key's payment has been paid already
 * @throws Refusal 400 too many pieces of a product, 404 address or product, 409 stock, price, an attempt that is over or one that is just being taken, 422 amount or the provider's refusal, 503 no answer
 */
export async function startPayment(shop: Shop, provider: Provider, request: PaymentRequest): Promise<Attempt> {
  const attempt = await reserve(shop, provider, request);
  if (attempt.status === "CREATING") return create(shop, provider, attempt);
  if (attempt.status === "OPEN" || attempt.status === "CAPTURING" || attempt.status === "PAID") return attempt;
  throw refuse.conflict("This payment is over. Please start again.");
}

async function reserve({ database }: Shop, provider: Provider, request: PaymentRequest): Promise<Attempt> {
  const { userId, addressId, expectedCents, key } = request;
  const ordered = orderedItems(request.items);
  if (!ordered.ok) throw refuse.badInput(ordered.reason);
  const { items } = ordered;
  return database.transact(async (tx, invalidate) => {
    const id = newId();
    const repeated = await useKey(tx, userId, key, id);
    if (repeated) return (await readAttempt(tx, repeated))!; // the hash told that it was a payment

    // Of payments begun at once in two tabs one sees the other.
    await lockUser(tx, userId);
    const earlier = await lockReleasable(tx, userId);
    // What one of them was about to become, it is by now.
    if (await isBeingTaken(tx, userId)) throw refuse.conflict(BEING_TAKEN);
    // All at once, in the order of their ids: what comes back and what is taken may be the same.
    const products = [...items, ...earlier.flatMap(({ lines }) => lines)].map(({ productId }) => productId);
    await lockProducts(tx, [...new Set(products)]);
    for (const other of earlier) await releasePayment(tx, invalidate, other, "REPLACED");

    const deliveryAddress = await noteAddressUsed(tx, addressId, userId);
    if (!deliveryAddress) throw refuse.notFound("Address");
    const lines = await takeStock(tx, invalidate, items, "reserve");
    checkTotal(lines, expectedCents);
    const { subtotalCents, totalCents } = sumLines(lines);
    const { least, most } = provider.cents;
    if (totalCents < least || totalCents > most) {
      throw refuse.unprocessable(
        `${provider.method} can pay from ${formatCents(least)} to ${formatCents(most)}. Please choose another way to pay.`,
      );
    }
    const expiresAt = new Date(Date.now() + RESERVED_MINUTES * 60_000);
    await expireLater(tx, id, expiresAt);
    return insertAttempt(tx, {
      ...{ id, userId, provider: provider.name, status: "CREATING", holdsStock: true },
      ...{ lines: lines.map(toStoredLine), subtotalCents, totalCents, deliveryAddress, expiresAt },
    });
  });
}

function toStoredLine({ productId, quantity, name, image, listCents, discountHundredths, paidCents }: Attempt["lines"][number]) {
  return { productId, quantity, name, image, listCents, discountHundredths, paidCents };
}

async function create({ database, log }: Shop, provider: Provider, attempt: Attempt): Promise<Attempt> {
  try {
    const { ref, approvalUrl = null } = await provider.create(attempt);
    return await database.transact(async (tx) => {
      const now = await lockAttempt(tx, attempt.id);
      if (!now) throw new Error("A payment attempt vanished");
      // Also where it was given up meanwhile: a payment that comes all the same is found by it.
      const known = { providerRef: ref, approvalUrl };
      return updateAttempt(tx, attempt.id, now.status === "CREATING" ? { ...known, status: "OPEN" } : known);
    });
  } catch (error) {
    const refused = error instanceof ProviderRefused;
    log.warn({ err: error, attempt: attempt.id }, "a payment could not be begun");
    await database.transact(async (tx, invalidate) => {
      const now = await lockAttempt(tx, attempt.id);
      if (now && isReleasable(now))
        await releasePayment(tx, invalidate, now, now.status === "CREATING" ? "FAILED" : "CANCELLED", String(error));
    });
    if (refused) throw refuse.unprocessable("The payment could not be started. Please choose another way to pay.");
    throw error;
  }
}

/** Whether an attempt can still be given up. */
export function isReleasable({ status }: Pick<Attempt, "status">): boolean {
  const releasable: readonly Attempt["status"][] = RELEASABLE;
  return releasable.includes(status);
}
