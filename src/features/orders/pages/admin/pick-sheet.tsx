import type { PickedCategory } from "../../admin/contract.ts";
import type { Order } from "../../contract.ts";

/** What somebody fetches for several orders at one go: category by category, a box to tick for each product. */
export function PickSheet({ orders, categories }: { orders: readonly Order[]; categories: readonly PickedCategory[] }) {
  const pieces = categories.flatMap(({ products }) => products).reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article aria-label="Pick list" className="sheet panel p-6">
      <h2 className="heading text-2xl">Pick list</h2>
      <p className="mt-1 text-ink-2">
        {pieces === 1 ? "1 piece" : `${pieces} pieces`} for {orders.length === 1 ? "1 order" : `${orders.length} orders`}:{" "}
        {orders.map(({ orderId }) => orderId.slice(0, 8)).join(", ")}
      </p>
      {categories.map(({ name, products }) => (
        <section key={name} aria-label={name || "Elsewhere"} className="mt-5">
          <h3 className="border-b-2 border-line-2 pb-1 text-lg font-bold break-after-avoid">{name || "Elsewhere"}</h3>
          <ul className="divide-y divide-line">
            {products.map((product) => (
              <li key={product._id} className="flex items-baseline gap-3.5 py-2 break-inside-avoid">
                <span aria-hidden className="size-4 shrink-0 self-center rounded-[3px] border-2 border-field-line" />
                <strong className="w-10 shrink-0 text-right text-lg">{product.quantity}</strong>
                <span className="min-w-0 flex-1">
                  <span className="font-semibold">{product.name}</span> <span className="text-ink-2">{product.unit}</span>
                </span>
                <span className="text-right text-sm text-ink-2">
                  {product.orders.map(({ orderId, quantity }) => `${orderId.slice(0, 8)}: ${quantity}`).join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
