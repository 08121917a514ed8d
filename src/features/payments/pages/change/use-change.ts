import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Product } from "#features/catalogue/contract.ts";
import { paidCents } from "#features/catalogue/rules.ts";
import type { DeliveryWay } from "#features/delivery/contract.ts";
import { readDeliveryAgain } from "#features/delivery/pages/use-offer.ts";
import type { MissingChoice, OrderDetails } from "#features/orders/contract.ts";
import { conflictOf } from "#features/orders/pages/use-place-order.ts";
import { kindParts } from "#features/orders/words.ts";
import { toCents } from "#shared/money.ts";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { personalKey, useSession } from "#web/session/session.ts";
import { usePaused } from "#web/filters/use-paused.ts";
import { quoteChange } from "../../changes/contract.ts";
import { dropDraft, readDraft, storeDraft } from "./draft.ts";

/** Pause after the last press before the shop is asked what it costs, in ms. */
const PAUSE_MS = 300;

/** A product of the changed order. */
export interface WantedProduct {
  productId: string;
  name: string;
  picture: string;
  /** Its brand, unit and SKU. */
  kind: string[];
  /** Per piece or per kilogram; if the order has it at two prices, the first. */
  priceCents: number;
  weighed: Product["weighed"];
  /** 0 once it is taken out. */
  quantity: number;
  /** What the shopper wants if it is missing; empty if they did not choose. */
  wish: MissingChoice | "";
}

/** The products of an order, those at two prices together. */
function productsOf(order: OrderDetails): WantedProduct[] {
  const products = new Map<string, WantedProduct>();
  for (const { productId, quantity, product_details: details, ifMissing = "" } of order.products) {
    const known = products.get(productId._id);
    const { name, image, paid_price, weighed } = details;
    const first: WantedProduct = {
      productId: productId._id,
      name,
      picture: image[0] ?? "",
      kind: kindParts(details),
      priceCents: toCents(paid_price),
      weighed,
      quantity: 0,
      wish: ifMissing,
    };
    products.set(productId._id, { ...(known ?? first), quantity: quantity + (known?.quantity ?? 0) });
  }
  return [...products.values()];
}

/**
 * What an order should become, as its shopper chooses. The choices survive a canceled payment, but not a visit to another page of the shop.
 */
export function useChangeDraft(order: OrderDetails) {
  const [draft] = useState(() => readDraft(order));
  const [products, setProducts] = useState(() => draft?.products ?? productsOf(order));
  const [addressId, setAddressTo] = useState(draft?.addressId);
  const own: DeliveryWay = order.delivery?.way ?? "delivery";
  const [way, setWayTo] = useState(draft?.way ?? own);
  const [slot, setSlot] = useState(draft?.slot);
  const setWay = (to: DeliveryWay) => {
    setWayTo(to);
    setSlot(undefined);
  };
  const setAddress = (to: string | undefined) => {
    setAddressTo(to);
    // Another zone has other times.
    setSlot(undefined);
  };
  const setQuantity = (productId: string, quantity: number) =>
    setProducts((all) => all.map((one) => (one.productId === productId ? { ...one, quantity } : one)));
  const setWish = (productId: string, wish: MissingChoice) =>
    setProducts((all) => all.map((one) => (one.productId === productId ? { ...one, wish } : one)));
  const add = (product: Product) => {
    const { _id: productId, name, image, weighed } = product;
    const known = products.find((one) => one.productId === productId);
    if (known) return setQuantity(productId, known.quantity + 1);
    const kind = kindParts(product);
    const wish = products[0]?.wish ?? "";
    setProducts([
      ...products,
      { productId, name, picture: image[0] ?? "", kind, priceCents: paidCents(product), weighed, quantity: 1, wish },
    ]);
  };
  const list_items = products
    .filter(({ quantity }) => quantity > 0)
    .map(({ productId, quantity, wish }) => ({ productId, quantity, ...(wish && { ifMissing: wish }) }));
  const isOtherWay = way !== own;
  const request = {
    orderId: order.orderId,
    list_items,
    ...(addressId !== undefined && { addressId }),
    ...((isOtherWay || slot !== undefined) && { delivery: { way, ...(slot !== undefined && { slot }) } }),
  };
  const before = productsOf(order);
  const isSame =
    addressId === undefined &&
    !isOtherWay &&
    (slot === undefined || slot === order.delivery?.slot?.id) &&
    products.every(({ productId, quantity, wish }) => {
      const was = before.find((one) => one.productId === productId);
      return quantity === (was?.quantity ?? 0) && (!was || wish === was.wish);
    });
  useEffect(() => {
    if (isSame) dropDraft(order);
    else storeDraft(order, { products, addressId, way, slot });
  }, [order, isSame, products, addressId, way, slot]);
  useEffect(() => () => dropDraft(order), [order]);
  const extra = products
    .map(({ productId, quantity }) => ({
      productId,
      quantity: quantity - (before.find((one) => one.productId === productId)?.quantity ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0);
  return { products, setQuantity, setWish, add, addressId, setAddress, way, setWay, slot, setSlot, request, extra, isSame };
}

export type ChangeDraft = ReturnType<typeof useChangeDraft>;

/** What the change comes to, asked again a moment after each choice. */
export function useQuote({ request, isSame, setSlot }: Pick<ChangeDraft, "request" | "isSame" | "setSlot">) {
  const { person, status } = useSession();
  const wanted = JSON.stringify(request);
  const asked = usePaused(wanted, PAUSE_MS);
  const askedRequest = JSON.parse(asked) as typeof request; // what was written above
  // What is asked is a moment older: nothing may have been left then.
  const hasLines = [request, askedRequest].every(({ list_items }) => list_items.length > 0);
  const query = useQuery({
    queryKey: personalKey(person, ["order-change", asked]),
    queryFn: async () => (await call(quoteChange, askedRequest)).data,
    enabled: status === "signed-in" && !isSame && hasLines,
    gcTime: 0,
  });
  const { error } = query;
  useEffect(() => {
    const conflict = conflictOf(error);
    if (conflict?.reason !== "delivery" || conflict.problem !== "no times") return;
    // The time field is about to disappear.
    toast.error(messageOf(error));
    setSlot(undefined);
    void readDeliveryAgain();
  }, [error, setSlot]);
  const isCurrent = asked === wanted && !query.isFetching;
  return { quote: isCurrent ? query.data : undefined, error: isCurrent ? error : null };
}
