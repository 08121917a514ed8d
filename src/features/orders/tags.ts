/** Tags of changes to orders. Nothing kept carries them: they are for those who listen. */
export const tagsOf = {
  placed: (orderId: string) => `order-placed:${orderId}`,
  changed: (orderId: string) => `order-changed:${orderId}`,
  deleted: (orderId: string) => `order-deleted:${orderId}`,
};

/** Something that became of an order; its kind is the name of the event that tells it. */
interface OrderNews {
  kind: string;
  orderId: string;
}

/** What tags of one moment say about orders; of one that is deleted, that alone. */
export function orderNewsOf(tags: readonly string[]): OrderNews[] {
  const news = tags.flatMap((tag) => {
    const [, kind, orderId] = /^order-(placed|changed|deleted):(\w+)$/.exec(tag) ?? [];
    return kind && orderId ? [{ kind, orderId }] : [];
  });
  const deleted = new Set(news.filter(({ kind }) => kind === "deleted").map(({ orderId }) => orderId));
  return news.filter(({ kind, orderId }) => kind === "deleted" || !deleted.has(orderId));
}
