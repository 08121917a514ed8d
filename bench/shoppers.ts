import { createAddress } from "#features/addresses/contract.ts";
import { login, register } from "#features/account/contract.ts";
import { addToCart, MAX_LINES } from "#features/cart/contract.ts";
import { cashOnDelivery } from "#features/orders/contract.ts";
import { apiCall, ask, raw } from "./requests.ts";

/** A signed-in shopper with an address. */
export interface Shopper {
  token: string;
  addressId: string;
}

const PASSWORD = "measured with care";

/** Registers shoppers through the API. */
export async function signUp(port: number, count: number): Promise<Shopper[]> {
  const shoppers: Shopper[] = [];
  for (let n = 0; n < count; n++) {
    const email = `shopper-${n}@bench.example`;
    await ask(port, register, { name: "Bench", email, password: PASSWORD, confirmPassword: PASSWORD });
    const { data: tokens } = await ask(port, login, { email, password: PASSWORD });
    const fields = { address_line: "1 Street", city: "Town", state: "State", country: "Country", pincode: "12345", mobile: "5550100" };
    const { data: address } = await ask(port, createAddress, fields, tokens.accesstoken);
    shoppers.push({ token: tokens.accesstoken, addressId: address._id });
  }
  return shoppers;
}

const bearer = ({ token }: Shopper) => ({ authorization: `Bearer ${token}` });

/** The requests that fill a shopper's cart to its limit, each with a different product. */
export function fillCart(shopper: Shopper, products: readonly string[], offset: number): string[] {
  return Array.from({ length: MAX_LINES }, (_, n) =>
    raw(apiCall(addToCart, { productId: products[(offset + n) % products.length]! }, bearer(shopper))),
  );
}

/** Orders of two products each, with a new pair and a new key every time. */
export function placeOrders(shopper: Shopper, products: readonly string[], offset: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const place = (offset + n * 2) % (products.length - 1);
    const list_items = [place, place + 1].map((at) => ({ productId: products[at]!, quantity: 1 }));
    const headers = { ...bearer(shopper), "idempotency-key": `bench-${offset}-${n}` };
    return raw(apiCall(cashOnDelivery, { list_items, addressId: shopper.addressId }, headers));
  });
}
