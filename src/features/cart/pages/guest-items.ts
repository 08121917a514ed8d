import { ID } from "#shared/id.ts";
import { MAX_QUANTITY, type GuestItem } from "../contract.ts";

/** Whether the server accepts this as an item of a guest's cart. */
export function isGuestItem(item: unknown): item is GuestItem {
  if (typeof item !== "object" || item === null || !("productId" in item) || !("quantity" in item)) return false;
  const { productId, quantity } = item;
  const isId = typeof productId === "string" && ID.test(productId);
  return isId && Number.isInteger(quantity) && Number(quantity) >= 1 && Number(quantity) <= MAX_QUANTITY;
}

/** Whether the server accepts this as the id of a merge. */
export function isMergeId(mergeId: unknown): mergeId is string {
  return typeof mergeId === "string" && mergeId.length >= 1 && mergeId.length <= 64;
}
