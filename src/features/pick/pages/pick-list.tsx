import { Suspense, useState } from "react";
import { ArrowLeft, CloudOff, Printer } from "lucide-react";
import { Link } from "react-router";
import { Button, buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/panel.tsx";
import { toast } from "#ui/toast/toast.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { lazy } from "#web/loading/lazy.ts";
import { plural, t } from "#words/t.ts";
import type { PickedOrder, PickLine } from "../contract.ts";
import { itemsOf, shelvesOf, stateOf, type PickedProduct } from "./groups.ts";
import { LeftOut } from "./left-out.tsx";
import { lineKey, markLines, useMarked } from "./marks.ts";
import { PackOrders } from "./pack-orders.tsx";
import { Product } from "./picked-product.tsx";
import { PutBack } from "./put-back.tsx";
import { ScanField } from "./scan-field.tsx";
import { deliveryWords } from "./slot-groups.ts";
import { usePickList, usePickUpdates } from "./use-pick.ts";

const LineDialog = lazy(() => import("./line-dialog.tsx"));

const BAR =
  "mt-1 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-leaf-fill " +
  "[&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-leaf-fill";

/** Everything that some orders need, shelf by shelf. Made for a phone in one hand; prints on A4. */
export function PickList({ numbers }: { numbers: readonly string[] }) {
  usePickUpdates();
  return (
    <>
      <Link to={adminPaths.pick()} className="touch mb-3 inline-flex items-center gap-1.5 font-semibold text-leaf print:hidden">
        <ArrowLeft aria-hidden className="size-4.5" />
        {t("Choose orders")}
      </Link>
      <Loaded query={usePickList(numbers)}>
        {({ orders, lines, left }) => (
          <>
            <LeftOut left={left} />
            <PutBack numbers={numbers} />
            {orders.length > 0 ? (
              <Shelves orders={orders} lines={lines} />
            ) : (
              <Done numbers={numbers} packed={left.some(({ packed }) => packed)} />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function Shelves({ orders, lines: loaded }: { orders: readonly PickedOrder[]; lines: readonly PickLine[] }) {
  const { lines, waiting } = useMarked(loaded);
  const [edited, setEdited] = useState<PickLine | null>(null);
  const [found, setFound] = useState("");
  const shelves = shelvesOf(lines);
  const times = [...new Set(orders.map(deliveryWords))].filter(Boolean);
  const picked = lines.filter(({ mark }) => mark !== null).length;
  const pieces = itemsOf(lines);
  const pick = (product: PickedProduct, on: boolean) => {
    // What is priced by weight has to be weighed, order by order.
    if (on && product.weighed) setEdited(product.lines.find(({ mark }) => mark === null) ?? null);
    else tick(product, on);
  };
  const scanned = (product: PickedProduct) => {
    pick(product, true);
    setFound(product.key);
    document.getElementById(`pick-${product.key}`)?.scrollIntoView({ block: "center" });
  };
  return (
    <article aria-label={t("Pick list")} className="sheet">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="heading text-3xl">{t("Pick list")}</h1>
          <p className="mt-1 text-ink-2">
            {t("{pieces} for {orders}", {
              pieces: plural(pieces, "{count} piece", "{count} pieces"),
              orders: plural(orders.length, "{count} order", "{count} orders"),
            })}
          </p>
          {times.length > 0 && <p className="mt-0.5 font-semibold whitespace-pre-line">{times.join("\n")}</p>}
        </div>
        <Button kind="quiet" size="small" onClick={() => window.print()} className="print:hidden">
          <Printer aria-hidden className="size-4.5" />
          {t("Print")}
        </Button>
      </div>
      <div className="sticky top-0 z-2 -mx-4 mt-2 bg-paper px-4 py-2 md:mx-0 md:px-0 print:hidden">
        <ScanField shelves={shelves} onFound={scanned} />
        <output className="mt-1.5 flex items-center gap-2 text-sm font-semibold">
          {t("{picked} of {lines} picked", { picked, lines: lines.length })}
          {waiting > 0 && (
            <span className="flex items-center gap-1 font-normal text-ink-2">
              <CloudOff aria-hidden className="size-4" />
              {t("Saving {waiting}", { waiting })}
            </span>
          )}
        </output>
        <progress aria-label={t("Picked")} value={picked} max={lines.length} className={BAR} />
      </div>
      {shelves.map(({ name, products }) => (
        <section key={name} aria-label={name} className="mt-4">
          <h2 className="border-b-2 border-line-2 pb-1 text-lg font-bold break-after-avoid">{name}</h2>
          <ul className="divide-y divide-line">
            {products.map((product) => (
              <Product
                key={product.key}
                product={product}
                orders={orders}
                found={product.key === found}
                onTick={(on) => pick(product, on)}
                onEdit={setEdited}
              />
            ))}
          </ul>
        </section>
      ))}
      <PackOrders orders={orders} lines={lines} saving={waiting > 0} />
      <Suspense fallback={null}>
        {edited && <LineDialog line={edited} order={orders.find(({ _id }) => _id === edited._id)} onClose={() => setEdited(null)} />}
      </Suspense>
    </article>
  );
}

const isSimple = (line: PickLine) => stateOf(line) === "found" && line.mark?.grams === undefined;

/** Marks all of a product that is not marked yet as found, or what was simply found as not picked. What is weighed, short or replaced stays so. */
function tick({ lines }: PickedProduct, on: boolean): void {
  const changed = lines.filter((line) => (on ? line.mark === null : isSimple(line)));
  const quantities = new Map(changed.map((line) => [lineKey(line), line.quantity]));
  markLines(changed, (line) => (on ? { found: quantities.get(lineKey(line)) ?? 0, noneLeft: false, replacement: null } : null));
  if (!on && changed.length === 0)
    toast.info(t("What is weighed, missing or replaced stays marked. Tap its order to change it."), { id: "kept" });
}

function Done({ numbers, packed }: { numbers: readonly string[]; packed: boolean }) {
  return (
    <div tabIndex={-1} data-result>
      <EmptyState title={packed ? t("All packed") : t("Nothing to pick")}>
        <p>{packed ? t("Print a label for each bag, or go on with the next orders.") : t("These orders no longer need picking.")}</p>
        <div className="flex flex-wrap justify-center gap-2.5">
          {packed && (
            <Link to={adminPaths.bagLabels(numbers)} className={buttonLook()}>
              <Printer aria-hidden className="size-5" />
              {t("Bag labels")}
            </Link>
          )}
          <Link to={adminPaths.pick()} className={buttonLook({ kind: "quiet" })}>
            {t("Choose orders")}
          </Link>
        </div>
      </EmptyState>
    </div>
  );
}
