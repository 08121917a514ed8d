/** Tags of changes to orders. Nothing kept carries them: they are for those who listen. */
export const tagsOf = {
  placed: (orderId: string) => `order-placed:${orderId}`,
  changed: (orderId: string) => `order-changed:${orderId}`,
};

/** What a tag says about an order; undefined where it is about something else. */
export function orderNewsOf(tag: string): { kind: "placed" | "changed"; orderId: string } | undefined {
  const [, kind, orderId] = /^order-(placed|changed):(\w+)$/.exec(tag) ?? [];
  return orderId === undefined ? undefined : { kind: kind === "placed" ? "placed" : "changed", orderId };
}
