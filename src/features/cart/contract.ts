import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { t } from "#words/t.ts";
import { product, weighed } from "../catalogue/contract.ts";

/** Most lines of a cart. */
export const MAX_LINES = 100;
/** Most pieces of one product, or steps of 100 g. */
export const MAX_QUANTITY = 999;

/** Messages about a cart, of an account or a guest (CART-4). */
export const addedMessage = () => t("Item added to cart");
export const removedMessage = () => t("Item removed from cart");
export const fullMessage = () => t("Your cart can hold up to {MAX_LINES} products", { MAX_LINES });

/** Cart item: `productId` is the embedded product, as the specification has it. */
export const cartLine = z.object({ _id: id, quantity: z.int(), productId: product });
export type CartLine = z.output<typeof cartLine>;

export const quantity = z.int().check(z.gte(1), z.lte(MAX_QUANTITY));

export const addToCart = endpoint({
  method: "POST",
  path: "/api/cart/create",
  access: "user",
  summary: "Add one of a product to the cart; a product already in the cart is unchanged",
  input: z.object({ productId: id }),
  reply: z.object({ data: cartLine }),
});

export const getCart = endpoint({
  method: "GET",
  path: "/api/cart/get",
  access: "user",
  summary: "The lines of the cart, oldest first",
  reply: z.object({ data: z.array(cartLine) }),
});

export const updateQuantity = endpoint({
  method: "PUT",
  path: "/api/cart/update-qty",
  access: "user",
  summary: "Set the quantity of a line; 409 with the number left if there are fewer",
  input: z.object({ _id: id, qty: quantity }),
  reply: z.object({ data: cartLine }),
});

export const deleteCartLine = endpoint({
  method: "DELETE",
  path: "/api/cart/delete-cart-item",
  access: "user",
  summary: "Remove a line from the cart",
  input: z.object({ _id: id }),
  reply: z.object({}),
});

/** The result of adding several products to the cart. */
export const filledCart = z.object({
  /** Pieces added to the cart. */
  added: z.array(
    z.object({ productId: id, name: z.string(), unit: z.optional(z.string()), quantity: z.int(), weighed: z.optional(weighed) }),
  ),
  /** Pieces not added, and why: product removed, sold out, too few left, or no room in the cart. */
  missing: z.array(
    z.object({
      productId: id,
      name: z.string(),
      unit: z.optional(z.string()),
      quantity: z.int(),
      weighed: z.optional(weighed),
      reason: z.enum(["gone", "sold out", "few left", "cart full"]),
    }),
  ),
});
export type FilledCart = z.output<typeof filledCart>;

/** An item of a guest's cart, stored in the browser. */
export const guestItem = z.object({ productId: id, quantity });
export type GuestItem = z.output<typeof guestItem>;
export const mergeId = z.string().check(z.minLength(1), z.maxLength(64));

export const mergeCart = endpoint({
  method: "POST",
  path: "/api/cart/merge",
  access: "user",
  summary: "Merge a guest's cart into the account's, once per mergeId; quantities are capped by the stock",
  input: z.object({
    items: z.array(guestItem).check(z.maxLength(MAX_LINES)),
    mergeId,
  }),
  reply: z.object({ data: z.array(cartLine) }),
});
