import { expect } from "vitest";
import { shopFace } from "#features/shop/contract.ts";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { openCountedShop, type Caller } from "./counted-shop.ts";
import { sendFile } from "./send-file.ts";

/** Round trips that a call may take. */
const MOST = 3;

/** Calls that place, pay or confirm an order: how many round trips they take, at most five. */
const ORDERS: Readonly<Record<string, 4 | 5>> = {
  "POST /api/order/cash-on-delivery": 4,
  "POST /api/order/checkout": 5,
  "POST /api/order/create-paypal-order": 5,
  "POST /api/order/create-culqi-order": 5,
  "POST /api/order/change/pay": 5,
  "POST /api/order/confirm-paypal-payment": 5,
  "POST /api/order/confirm-culqi-payment": 5,
};

/** Which test counts which calls, by the beginnings of their paths after `/api/`; the longest match counts. */
export const COUNTED_IN: Readonly<Record<string, readonly string[]>> = {
  "src/start/round-trips/accounts.test.ts": ["user", "invitation", "staff", "customers"],
  "src/start/round-trips/shopping.test.ts": [
    ...["address", "cart", "list", "contactus", "coupons/offered", "coupons/check", "delivery/offer", "delivery/slots", "live", "push"],
    ...["complaints/file", "complaints/sheet", "catalogue/home", "category/get", "subcategory/get", "product/get", "product/related"],
    ...["product/search-product", "product/complete-search", "search/events"],
  ],
  "src/start/round-trips/catalogue.test.ts": ["catalogue", "category", "subcategory", "product", "file"],
  "src/start/round-trips/imports.test.ts": ["catalogue/imports", "catalogue/export"],
  "src/start/round-trips/back-office.test.ts": [
    "audit",
    "back-office",
    "complaints",
    "coupons",
    "dashboard",
    "delivery",
    "inbox",
    "search",
  ],
  "src/start/round-trips/settings.test.ts": ["shop"],
  "src/features/payments/round-trips.test.ts": ["order", "allorders", "payments", "pick"],
};

const FOUND = "which products to lock is read first";

/** Calls that take more round trips: how many, and why. */
const LONGER: Readonly<Record<string, readonly [trips: number, why: string]>> = {
  "PUT /api/user/upload-avatar": [5, "counted before the picture is read, and recorded before it is stored"],
  "PUT /api/product/bulk/found": [4, FOUND],
  "PUT /api/product/bulk/found: hiding": [4, FOUND],
  "POST /api/catalogue/imports": [8, "a file is stored while it arrives, and makes room for itself"],
};

/** Calls that are not counted, and why. */
const UNCOUNTED: Readonly<Record<string, string>> = {
  "POST /api/live": "a stream, which reads again and again",
  "GET /api/allorders/events": "a stream, which reads again and again",
  "GET /api/order/confirm-paypal-payment": "the same as its POST",
  "POST /api/order/create-yape-order": "the same as that of a card, in a shop that takes soles",
  "PUT /api/shop/connections/paypal": "the same as the mail server's, but the tests set these keys in the environment",
  "PUT /api/shop/connections/culqi": "the same as the mail server's, but the tests set these keys in the environment",
};

/** The round trips that a call takes if it may take more than others. */
const exactly = (name: string) => LONGER[name]?.[0] ?? ORDERS[name];

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** The calls that may take more than others, or are not counted. */
export const named = (): string[] =>
  [...Object.keys(LONGER), ...Object.keys(UNCOUNTED), ...Object.keys(ORDERS)].map((name) => name.split(": ")[0]!);

/** The test that counts a call. */
export function counterOf({ path }: Pick<Endpoint, "path">): string | undefined {
  const matches = Object.entries(COUNTED_IN).flatMap(([file, paths]) => paths.map((start) => ({ file, start: `/api/${start}` })));
  const fitting = matches.filter(({ start }) => path.startsWith(start)).toSorted((a, b) => b.start.length - a.start.length);
  return fitting[0]?.file;
}

/** A counted shop that remembers the round trips of calls. */
export async function openCallCounter(env: Record<string, string> = {}) {
  const shop = await openCountedShop(env);
  // Reads the settings, as a shop that is in use has done.
  await shop.call(shopFace);
  const counts = new Map<string, number>();

  /** Counts the round trips of a call; of several calls, those of the longest. `when` tells several kinds of one call apart. */
  async function count<E extends Endpoint>(endpoint: E, input?: InputOf<E>, { when, ...caller }: Caller & { when?: string } = {}) {
    const name = when ? `${nameOf(endpoint)}: ${when}` : nameOf(endpoint);
    const trips = await shop.tripsOf(endpoint, input, caller);
    counts.set(name, Math.max(counts.get(name) ?? 0, trips));
  }

  /** Counts the round trips of a call that takes a file. */
  async function countFile(endpoint: Endpoint, file: Uint8Array<ArrayBuffer>, options: Parameters<typeof sendFile>[3]) {
    const send = async () => {
      const { status, body } = await sendFile(shop, endpoint, file, options);
      expect([endpoint.path, status, status === 200 ? "" : body.message]).toEqual([endpoint.path, 200, ""]);
    };
    counts.set(nameOf(endpoint), await shop.tripsOfWork(send));
  }

  /** Fails unless all calls that `file` is to count were counted, took no more round trips than they may, and no exception allows more than needed. */
  function check(file: string): void {
    const counted = new Set([...counts.keys()].map((name) => name.split(": ")[0]));
    const wanted = shop.near.shop.inProcess.endpoints().filter((one) => file.endsWith(counterOf(one) ?? "?"));
    const missing = wanted.map(nameOf).filter((name) => !counted.has(name) && !(name in UNCOUNTED));
    const tooLong = [...counts].filter(([name, trips]) => trips > (exactly(name) ?? MOST)).map(([name, trips]) => `${name}: ${trips}`);
    const tooMany = [...counts].filter(([name, trips]) => trips < (exactly(name) ?? 0)).map(([name, trips]) => `${name}: ${trips}`);
    expect({ missing, tooLong, tooMany }).toEqual({ missing: [], tooLong: [], tooMany: [] });
  }

  return { ...shop, count, countFile, check };
}
