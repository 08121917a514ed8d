/** Tags of changes to orders. No cached response has them; they are for subscribers to invalidations. */
export const tagsOf = {
  placed: (orderId: string) => `order-placed:${orderId}`,
  changed: (orderId: string) => `order-changed:${orderId}`,
  deleted: (orderId: string) => `order-deleted:${orderId}`,
  /** What pickers found of it. */
  picked: (orderId: string) => `order-picked:${orderId}`,
};

/** A live update about an order; its kind is the name of the server-sent event. */
interface OrderUpdate {
  kind: string;
  orderId: string;
}

/** The live updates behind the tags. For a deleted order, only the deletion. */
export function orderUpdatesOf(tags: readonly string[]): OrderUpdate[] {
  const updates = tags.flatMap((tag) => {
    const [, kind, orderId] = /^order-(placed|changed|deleted):(\w+)$/.exec(tag) ?? [];
    return kind && orderId ? [{ kind, orderId }] : [];
  });
  const deleted = new Set(updates.filter(({ kind }) => kind === "deleted").map(({ orderId }) => orderId));
  return updates.filter(({ kind, orderId }) => kind === "deleted" || !deleted.has(orderId));
}

/** The orders whose pickers found something. */
export function picksOf(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => /^order-picked:(\w+)$/.exec(tag)?.[1] ?? []);
}
