/** The specified key for a payment's id. Cleared on logout, like all of local storage. */
const KEY = "orderId";

/** The provider's id of the payment started in this browser (CHK-3). */
export function storedPayment(): string | undefined {
  return localStorage.getItem(KEY) ?? undefined;
}

/** Stores the provider's id of a payment while the shopper is on the provider's pages (CHK-3). */
export function storePayment(orderId: string): void {
  localStorage.setItem(KEY, orderId);
}

/** Removes a payment that has ended, but not one started since. */
export function dropStoredPayment(orderId: string): void {
  if (storedPayment() === orderId) localStorage.removeItem(KEY);
}
