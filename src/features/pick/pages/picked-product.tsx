import { Check, Repeat2, TriangleAlert } from "lucide-react";
import { pictureOf } from "#features/files/rules.ts";
import { kindParts } from "#features/orders/words.ts";
import { amountOf } from "#shared/weights.ts";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { JoinedLine } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";
import type { PickedOrder, PickLine } from "../contract.ts";
import { lineWords, ofProduct, shortNumber, stateOf, wishWords, type PickedProduct } from "./groups.ts";

interface ProductProps {
  product: PickedProduct;
  orders: readonly PickedOrder[];
  /** Just scanned. */
  found: boolean;
  onTick: (on: boolean) => void;
  onEdit: (line: PickLine) => void;
}

/** A product to pick: one tick for all of it, or a weight for each order, and below it the orders, each of which can be short. */
export function Product({ product: { key, lines, quantity, weighed }, orders, found, onTick, onEdit }: ProductProps) {
  const [line] = lines;
  if (!line) return null;
  const done = lines.every(({ mark }) => mark !== null);
  return (
    <li id={`pick-${key}`} className={classNames("break-inside-avoid py-2.5", found && "bg-leaf-tint")}>
      <label className="group flex min-h-13 cursor-pointer items-center gap-3 has-checked:text-ink-3 print:min-h-0 print:text-ink!">
        <span className="grid size-11 shrink-0 place-items-center print:size-6">
          <input
            type="checkbox"
            aria-label={ofProduct(quantity, line)}
            checked={done}
            onChange={({ target }) => onTick(target.checked)}
            className="size-8 cursor-pointer accent-leaf-fill print:size-4"
          />
        </span>
        <strong className="min-w-11 shrink-0 text-center text-2xl">{amountOf(quantity, weighed)}</strong>
        <span className="w-11 shrink-0 print:hidden">
          <Picture {...pictureOf(line.image)} alt="" sizes="44px" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold break-words group-has-checked:line-through print:no-underline!">{line.name}</span>
          <JoinedLine parts={kindParts(line)} />
        </span>
      </label>
      <ul aria-label={t("Orders for {name}", { name: line.name })} className="mt-1 ml-14 flex flex-wrap gap-2">
        {lines.map((one) => (
          <li key={`${one._id} ${one.position}`} className="min-w-0">
            <Chip line={one} order={orders.find(({ _id }) => _id === one._id)} onEdit={() => onEdit(one)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

const LOOKS = {
  open: "border-line-2 bg-surface",
  found: "border-leaf bg-leaf-tint text-leaf",
  replaced: "border-marigold bg-marigold-tint text-marigold-ink",
  short: "border-tomato bg-tomato-tint text-tomato",
} as const;

const ICONS = { open: null, found: Check, replaced: Repeat2, short: TriangleAlert } as const;

function Chip({ line, order, onEdit }: { line: PickLine; order: PickedOrder | undefined; onEdit: () => void }) {
  const state = stateOf(line);
  const Icon = ICONS[state];
  const { weighed } = line;
  const words = lineWords(line);
  const wish = wishWords(line);
  const number = order ? shortNumber(order.orderId) : "";
  return (
    <button
      type="button"
      aria-label={[
        t("Order {order}: {product}", { order: order?.orderId ?? "", product: ofProduct(line.quantity, line) }),
        words,
        wish && t("if missing: {wish}", { wish }),
      ]
        .filter(Boolean)
        .join(", ")}
      onClick={onEdit}
      className={classNames(
        "flex min-h-11 max-w-full items-center gap-1.5 rounded-control border px-3 text-left text-sm print:min-h-0 print:border-0 print:bg-transparent print:p-0 print:text-ink",
        LOOKS[state],
      )}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0 print:hidden" />}
      <span className="min-w-0 break-words">
        <strong>{number}</strong> {weighed?.by === "weight" ? "" : "× "}
        {amountOf(line.quantity, weighed)}
        {words && <span className="block">{words}</span>}
        {wish && <span className={classNames("block", state === "short" ? "font-semibold" : "text-ink-2")}>{wish}</span>}
      </span>
    </button>
  );
}
