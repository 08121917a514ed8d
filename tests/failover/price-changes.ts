import { setTimeout as delay } from "node:timers/promises";
import { updateProduct } from "#features/catalogue/admin/contract.ts";
import { productDetails, type Product } from "#features/catalogue/contract.ts";
import { paths } from "#web/paths.ts";
import { callOver } from "../support/live-shop.ts";

/** Time between two changes: 200 take 80 s. */
const EVERY_MS = 400;
const POLL_MS = 10;
/** What is not seen by then counts as seen after this time. */
const GIVE_UP_MS = 10_000;
/** Rendering pages takes time from the orders, so only the pages of some products are read. */
const PAGE_OF_EACH = 10;

/** How long changes took to be seen on a machine, in ms, sorted. */
export interface Seen {
  calls: number[];
  pages: number[];
}

async function productAt(machine: string, productId: string): Promise<Product | undefined> {
  const { status, body } = await callOver(machine, productDetails, { productId });
  return status === 200 ? body.data : undefined;
}

/** @returns how long it took */
async function untilSeen(since: number, isSeen: () => Promise<boolean>): Promise<number> {
  while (performance.now() - since < GIVE_UP_MS && !(await isSeen())) await delay(POLL_MS);
  return performance.now() - since;
}

/**
 * Changes the prices of products, each at another machine in turn, and asks the others until they show the new price.
 * @param machines the addresses of their shops
 * @param token of an admin
 * @returns when each machine showed the changes of the others
 */
export async function changePrices(machines: readonly string[], productIds: readonly string[], token: string): Promise<Seen[]> {
  const seen = machines.map((): Seen => ({ calls: [], pages: [] }));
  const begun = performance.now();

  async function changeOne(n: number, id: string): Promise<void> {
    const [at, others] = [machines[n % machines.length]!, machines.filter((_, m) => m !== n % machines.length)];
    const price = (70_000 + n) / 100;
    const product = (await productAt(at, id))!;
    const page = n % PAGE_OF_EACH ? undefined : paths.product(product);
    const readPage = async (machine: string) => (await fetch(machine + page)).text();
    // So that they have something to drop.
    for (const other of others) await Promise.all([productAt(other, id), page && readPage(other)]);
    await delay(Math.max(0, begun + n * EVERY_MS - performance.now()));
    const { status, body } = await callOver(at, updateProduct, { ...product, price }, { token });
    if (status !== 200) throw new Error(`A price could not be changed: ${status} ${body.message}`);
    const changed = performance.now();
    const look = async (other: string) => {
      const { calls, pages } = seen[machines.indexOf(other)]!;
      const shows = async () => (await productAt(other, id))?.price === price;
      const showsOnPage = async () => (await readPage(other)).includes(price.toFixed(2));
      await Promise.all([
        untilSeen(changed, shows).then((ms) => calls.push(ms)),
        page && untilSeen(changed, showsOnPage).then((ms) => pages.push(ms)),
      ]);
    };
    if ((await productAt(at, id))?.price !== price) throw new Error("The machine where a price was changed does not show it");
    await Promise.all(others.map(look));
  }

  const changes: Promise<void>[] = [];
  for (const [n, id] of productIds.entries()) {
    // A little ahead, because this reads first.
    await delay(Math.max(0, begun + (n - 1) * EVERY_MS - performance.now()));
    changes.push(changeOne(n, id));
    // The first failure ends it below.
    changes.at(-1)!.catch(() => {});
  }
  await Promise.all(changes);
  for (const { calls, pages } of seen) for (const times of [calls, pages]) times.sort((a, b) => a - b);
  return seen;
}

/** @param times sorted @param part of 1 */
export const quantile = (times: readonly number[], part: number): number => times[Math.max(0, Math.ceil(times.length * part) - 1)] ?? NaN;

/** How long something took, in words. @param times sorted */
export function summary(times: readonly number[]): string {
  const [median, most, slowest] = [0.5, 0.99, 1].map((part) => quantile(times, part).toFixed(0));
  return `p50 ${median}, p99 ${most}, slowest ${slowest} ms (${times.length})`;
}
