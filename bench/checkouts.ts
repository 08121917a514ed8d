import { confirmPayPalPayment, createPayPalOrder } from "#features/payments/contract.ts";
import type { Measured } from "./load.ts";
import { ask } from "./requests.ts";
import type { Shopper } from "./shoppers.ts";

/**
 * Lets every shopper complete PayPal checkouts one after the other for some seconds: create, approve on the sandbox's page,
 * confirm. The sandbox runs in the shop's process, so its work is measured too.
 */
export async function payCheckouts(
  port: number,
  shoppers: readonly Shopper[],
  products: readonly string[],
  seconds: number,
): Promise<Measured> {
  const took: number[] = [];
  let failures = 0;
  let firstFailure = "";
  const begun = performance.now();
  const isOver = () => performance.now() - begun > seconds * 1000;

  async function shop({ token, addressId }: Shopper, place: number): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      const productId = products[(place * 97 + n) % products.length]!;
      const since = performance.now();
      try {
        const { approvalUrl, orderId } = await ask(port, createPayPalOrder, { list_items: [{ productId, quantity: 1 }], addressId }, token);
        await approve(port, approvalUrl, orderId);
        await ask(port, confirmPayPalPayment, { orderId }, token);
        took.push(performance.now() - since);
      } catch (error) {
        failures++;
        firstFailure ||= String(error);
      }
    }
  }
  await Promise.all(shoppers.map(shop));

  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  const answers = took.length + failures;
  return {
    answers,
    failures,
    perSecond: answers / ((performance.now() - begun) / 1000),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    firstFailure,
  };
}

async function approve(port: number, approvalUrl: string, token: string): Promise<void> {
  const { pathname } = new URL(approvalUrl);
  const body = new URLSearchParams({ token, action: "approve" });
  const { status } = await fetch(`http://127.0.0.1:${port}${pathname}`, { method: "POST", body, redirect: "manual" });
  if (status !== 303) throw new Error(`The approval was answered ${status}`);
}
