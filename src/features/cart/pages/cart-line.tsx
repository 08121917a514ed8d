import { Link } from "react-router";
import { fewLeft, listCents, paidCents } from "#features/catalogue/rules.ts";
import { UnitPrice } from "#features/catalogue/pages/unit-price.tsx";
import { pictureOf } from "#features/files/rules.ts";
import { formatCents } from "#shared/money.ts";
import { amountOf, gramsToStep } from "#shared/weights.ts";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { Stepper } from "#ui/stepper.tsx";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { MAX_QUANTITY } from "../contract.ts";
import { lineCents } from "../sums/rules.ts";
import type { Line } from "./engine/cart-state.ts";
import { pricedLine } from "./bill.ts";
import { minusOne, plusOne, setQuantity } from "./use-cart.ts";

interface CartLineProps {
  line: Line;
  /** It keeps its place for a moment after it was removed. */
  removed: boolean;
  onLeave?: () => void;
}

/** A product in the cart: what a piece costs, how many there are, and what they come to. */
export function CartLine({ line, removed, onLeave }: CartLineProps) {
  const { product, quantity } = line;
  const paid = paidCents(product);
  const list = listCents(product);
  return (
    <article
      className={classNames(
        "panel flex items-center gap-x-3.5 gap-y-2 rounded-card p-2 pr-3 max-[22.5rem]:flex-wrap",
        removed && "opacity-60",
      )}
    >
      <div className="w-17 shrink-0">
        <Picture {...pictureOf(product.image[0] ?? "")} alt="" sizes="68px" />
      </div>
      <div className="min-w-0 flex-1 max-[22.5rem]:min-w-3/5">
        <h3 className="leading-tight font-semibold">
          {product.no_longer_sold ? (
            product.name
          ) : (
            <Link to={paths.product(product)} onClick={onLeave} className="hover:underline">
              {product.name}
            </Link>
          )}
        </h3>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-ink-2">
          <span>{product.unit}</span>
          <UnitPrice of={product} />
        </p>
        <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 text-sm">
          <span>{product.weighed ? `${formatCents(paid)}/kg` : t("{price} each", { price: formatCents(paid) })}</span>
          {list > paid && (
            <s className="text-xs text-ink-3">
              <span className="sr-only">{t("Old price")} </span>
              {formatCents(list)}
            </s>
          )}
        </p>
        <StockNote line={line} />
      </div>
      <div className={classNames("ml-auto flex shrink-0 flex-col items-end gap-1.5", product.weighed ? "w-30" : "w-26")}>
        <p className="font-price">
          <span className="sr-only">{t("Line total")} </span>
          {product.weighed && !removed && <span className="text-sm font-normal">{t("about")} </span>}
          {formatCents(removed ? 0 : lineCents(pricedLine(line)))}
        </p>
        {removed ? (
          <p className="flex h-10.5 items-center text-sm font-semibold text-ink-2">{t("Removed")}</p>
        ) : (
          <Stepper
            quantity={quantity}
            max={MAX_QUANTITY}
            name={product.name}
            grams={gramsToStep(product)}
            onMinus={() => minusOne(line)}
            onPlus={() => plusOne(line)}
            onType={(typed) => setQuantity(line, typed)}
            className="w-full"
          />
        )}
      </div>
    </article>
  );
}

function StockNote({ line: { product, quantity } }: { line: Line }) {
  const { stock, no_longer_sold: isUnsold } = product;
  const left = stock !== undefined && stock < quantity ? stock : fewLeft(stock ?? MAX_QUANTITY);
  if (left === null || left === undefined) return null;
  const words = isUnsold
    ? t("No longer sold")
    : left === 0
      ? t("Out of stock")
      : t("Only {left} left", { left: amountOf(left, product.weighed) });
  return <p className="mt-0.5 text-sm font-semibold text-tomato">{words}</p>;
}
