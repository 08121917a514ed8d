import type pg from "pg";
import { pino } from "pino";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { loadConfig } from "#server/settings/config.ts";
import { openDatabase } from "#server/db/connect.ts";
import { makeShop } from "#start/open-shop.ts";
import type { Shop } from "#server/shop.ts";
import { cashOnDelivery } from "#features/orders/contract.ts";
import { addAddress } from "./goods.ts";
import { signUp } from "./sign-up.ts";
import type { TestAnswer } from "./test-shop.ts";

/** Direct access to a running shop's database and secrets, for factories and for counting. */
export interface Backdoor {
  shop: Shop;
  close(): Promise<void>;
}

export function openBackdoor(dataDir: string, connection: pg.ClientConfig, env: Record<string, string> = {}): Backdoor {
  const log = pino({ level: "silent" });
  const database = openDatabase(connection, () => {});
  const config = loadConfig({ DATA_DIR: dataDir, RATE_LIMIT: "off", LOG_LEVEL: "silent", ...env });
  return { shop: makeShop(config, database, log), close: () => database.close() };
}

/** Makes an API call over HTTP. @throws when nobody answers */
export async function callOver<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: InputOf<E>,
  { token, headers = {}, signal }: { token?: string; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<TestAnswer> {
  const isGet = endpoint.method === "GET";
  const query = isGet ? `?${new URLSearchParams(input as Record<string, string>)}` : "";
  const response = await fetch(`${url}${endpoint.path}${query}`, {
    method: endpoint.method,
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(isGet ? {} : { body: JSON.stringify(input) }),
    ...(signal && { signal }),
  });
  return { status: response.status, body: await response.json(), headers: Object.fromEntries(response.headers) };
}

/** Quantities by product id. */
export type Basket = readonly (readonly [productId: string, quantity: number])[];

/** A signed-in shopper who orders over HTTP. */
export interface Buyer {
  /** @throws when nobody answers */
  order(url: string, basket: Basket, key?: string, more?: { expectedTotal?: number }): Promise<TestAnswer>;
  /** Retries while the shop reports that it is too busy. */
  insist(url: string, basket: Basket, key: string): Promise<TestAnswer>;
}

/** Shoppers, each with an address. */
export function makeBuyers(behind: Pick<Backdoor, "shop">, count: number, given: { isConfirmed?: boolean } = {}): Promise<Buyer[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { user, token } = await signUp(behind, given);
      const addressId = await addAddress(behind, user._id);
      const order: Buyer["order"] = (url, basket, key, more) => {
        const list_items = basket.map(([productId, quantity]) => ({ productId, quantity }));
        const headers: Record<string, string> = key ? { "idempotency-key": key } : {};
        return callOver(url, cashOnDelivery, { list_items, addressId, ...more }, { token, headers });
      };
      return {
        order,
        async insist(url: string, basket: Basket, key: string) {
          for (;;) {
            const answer = await order(url, basket, key);
            if (answer.status !== 503) return answer;
            await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers["retry-after"])));
          }
        },
      };
    }),
  );
}
