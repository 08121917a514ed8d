import type { PickedCategory } from "../../admin/contract.ts";
import type { Order } from "../../contract.ts";
import { kindOf } from "../../rules.ts";
import { LeftOut } from "./left-out.tsx";
import { useTicks } from "./use-ticks.ts";

type Picked = PickedCategory["products"][number];

/** The same product gets several lines if it was changed between orders. */
const lineOf = ({ _id, name, unit }: Picked) => `${_id} ${name} ${unit}`;

/** The pick list for several orders, by category, with a checkbox per product. */
export function PickSheet({ orders: all, categories }: { orders: readonly Order[]; categories: readonly PickedCategory[] }) {
  const orders = all.filter(({ status }) => status !== "CANCELLED");
  const products = categories.flatMap((category) => category.products);
  const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0);
  const { ticked, tick } = useTicks(orders.map(({ _id }) => _id));
  const done = products.filter((product) => ticked.has(lineOf(product))).length;
  return (
    <>
      {orders.length < all.length && <LeftOut count={all.length - orders.length} />}
      <article aria-label="Pick list" className="sheet panel p-4 md:p-6">
        <h2 className="heading text-2xl">Pick list</h2>
        <p className="mt-1 text-ink-2">
          {pieces === 1 ? "1 piece" : `${pieces} pieces`} for {orders.length === 1 ? "1 order" : `${orders.length} orders`}
          <span className="print:hidden">
            , {done} of {products.length} picked
          </span>
        </p>
        {categories.map(({ name, products: picked }) => (
          <section key={name} aria-label={name || "No category"} className="mt-5">
            <h3 className="border-b-2 border-line-2 pb-1 text-lg font-bold break-after-avoid">{name || "No category"}</h3>
            <ul className="divide-y divide-line">
              {picked.map((product) => (
                <PickedProduct
                  key={lineOf(product)}
                  product={product}
                  ticked={ticked.has(lineOf(product))}
                  onTick={(on) => tick(lineOf(product), on)}
                />
              ))}
            </ul>
          </section>
        ))}
      </article>
    </>
  );
}

function PickedProduct({ product, ticked, onTick }: { product: Picked; ticked: boolean; onTick: (on: boolean) => void }) {
  const { name, quantity, orders } = product;
  const kind = kindOf(product);
  return (
    <li className="break-inside-avoid">
      <label className="group flex min-h-11 cursor-pointer items-center gap-3 py-2 has-checked:text-ink-3 md:gap-3.5 print:min-h-0 print:text-ink!">
        <input
          type="checkbox"
          checked={ticked}
          onChange={(event) => onTick(event.target.checked)}
          className="size-6 shrink-0 cursor-pointer accent-leaf-fill print:size-4"
        />
        <strong className="w-9 shrink-0 text-right text-lg">
          {quantity}
          <span className="sr-only"> ×</span>
        </strong>
        <span className="flex min-w-0 flex-1 flex-col gap-x-4 sm:flex-row sm:items-baseline sm:justify-between print:flex-row print:items-baseline print:justify-between">
          <span className="min-w-0 break-words">
            <span className="font-semibold group-has-checked:line-through print:no-underline!">{name}</span>
            {kind && <span className="block text-sm text-ink-2">{kind}</span>}
          </span>
          <span className="text-sm text-ink-2 sm:max-w-1/2 sm:text-right print:max-w-1/2 print:text-right">
            {orders.map(({ orderId, quantity: pieces }) => `${orderId.slice(0, 8)}: ${pieces}`).join(", ")}
          </span>
        </span>
      </label>
    </li>
  );
}
