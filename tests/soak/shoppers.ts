import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { login, userDetails } from "#features/account/contract.ts";
import { addToCart, deleteCartLine, getCart } from "#features/cart/contract.ts";
import { productDetails } from "#features/catalogue/contract.ts";
import { cancelOrder, cashOnDelivery, listOrders } from "#features/orders/contract.ts";
import { confirmPayPalPayment, createPayPalOrder } from "#features/payments/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import type { Endpoint, InputOf } from "#shared/endpoint.ts";
import { randomBasket } from "../support/order-load.ts";
import { addAddress } from "../support/goods.ts";
import { callOver, type Backdoor } from "../support/live-shop.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { PASSWORD, signUp } from "../support/sign-up.ts";
import type { TestAnswer } from "../support/test-shop.ts";

const PAUSE_MS = 60;
/** Logging in is limited by address, and 256 people share the load. */
const ADDRESSES = 256;
const WORDS = ["apple", "rice", "chese", "leche", "tom", "organic milk", "dark choc", "zzz", "coffee beans", "bread"];

const WRONG_PASSWORD = "log in with a wrong password";

/** How often each thing was done. */
export type Tally = Map<string, number>;

export interface Soaked {
  behind: Pick<Backdoor, "shop">;
  url: string;
  productIds: readonly string[];
  /** Addresses of pages to browse. */
  pages: readonly string[];
  tally: Tally;
  /** Responses that should not have happened. */
  wrong: unknown[];
  isOver: () => boolean;
}

/** One person after another comes, does what people do in a shop, and leaves. */
export async function comeAndGo(soaked: Soaked, seed: number): Promise<void> {
  const { behind, url, productIds, pages, tally, wrong, isOver } = soaked;
  const random = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;

  while (!isOver()) {
    const from = { "x-forwarded-for": `10.9.8.${random(ADDRESSES)}` };
    const { user, token } = await signUp(behind, { isConfirmed: true });
    const addressId = await addAddress(behind, user._id);

    async function call<E extends Endpoint>(name: string, endpoint: E, input: InputOf<E>, more: Record<string, string> = {}) {
      const answer = await callOver(url, endpoint, input, { token, headers: { ...from, ...more } });
      note(name, answer);
      return answer;
    }
    function note(name: string, { status, body, headers }: Pick<TestAnswer, "status" | "body" | "headers">): void {
      tally.set(name, (tally.get(name) ?? 0) + 1);
      // Sold out is a proper answer; too many or busy if it says when to try again.
      const proper = [
        200,
        201,
        304,
        409,
        ...(name === WRONG_PASSWORD ? [401] : []),
        ...(Number(headers["retry-after"]) > 0 ? [429, 503] : []),
      ];
      if (!proper.includes(status)) wrong.push({ name, status, message: body?.message });
    }

    const list = () => randomBasket(productIds, random).map(([productId, quantity]) => ({ productId, quantity }));
    const things: Record<string, () => Promise<unknown>> = {
      async browse() {
        const response = await fetch(url + pick(pages), { headers: from });
        await response.arrayBuffer();
        note("browse", { status: response.status, body: undefined, headers: Object.fromEntries(response.headers) });
      },
      look: () => call("look", productDetails, { productId: pick(productIds) }),
      search: () => call("search", searchProducts, { search: `${pick(WORDS)}${random(3) ? "" : ` ${random(1000)}`}`, page: 1, limit: 12 }),
      async cart() {
        const { body } = await call("add to cart", addToCart, { productId: pick(productIds) });
        await call("cart", getCart, {});
        if (random(2) && body.data) await call("take out of cart", deleteCartLine, { _id: body.data._id });
      },
      async order() {
        const input = { list_items: list(), addressId };
        const { status, body } = await call("order", cashOnDelivery, input, { "idempotency-key": randomUUID() });
        if (status === 200 && random(3) === 0) await call("cancel", cancelOrder, { orderId: body.data.orderId });
      },
      async pay() {
        const input = { list_items: list(), addressId };
        const { status, body } = await call("PayPal", createPayPalOrder, input, { "idempotency-key": randomUUID() });
        if (status !== 200 || random(4) === 0) return; // some never come back
        const approval = new URLSearchParams({ token: body.orderId, action: "approve" });
        await fetch(`${url}/sandbox/paypal/checkoutnow`, { method: "POST", body: approval, redirect: "manual" });
        await call("confirm", confirmPayPalPayment, { orderId: body.orderId });
      },
      logIn: () =>
        random(5)
          ? call("log in", login, { email: user.email, password: PASSWORD })
          : call(WRONG_PASSWORD, login, { email: user.email, password: "a wrong password" }),
      account: async () => {
        await call("account", userDetails, {});
        await call("orders", listOrders, { page: 1 });
      },
    };
    const often = [
      "browse",
      "browse",
      "browse",
      "look",
      "look",
      "search",
      "search",
      "cart",
      "cart",
      "order",
      "pay",
      "logIn",
      "account",
    ] as const;
    for (let n = 0; n < 25 && !isOver(); n++) {
      await things[pick(often)]!();
      await delay(PAUSE_MS);
    }
  }
}
