import { Link } from "react-router";
import { MAX_QUANTITY } from "#features/cart/contract.ts";
import type { Product } from "#features/catalogue/contract.ts";
import { fewLeft, listCents, paidCents } from "#features/catalogue/rules.ts";
import { UnitPrice } from "#features/catalogue/pages/unit-price.tsx";
import { pictureOf } from "#features/files/rules.ts";
import { amountOf, gramsToStep } from "#shared/weights.ts";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Stepper } from "#ui/stepper.tsx";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import type { SavedList } from "../contract.ts";
import { removeLine, setLine } from "./lists-state.ts";

interface ListRowProps {
  list: SavedList;
  product: Product;
  quantity: number;
  /** It keeps its place for a moment after it was removed. */
  removed: boolean;
}

/** A product on a list, and how many of it. */
export function ListRow({ list, product, quantity, removed }: ListRowProps) {
  const { _id, name, unit, stock, image } = product;
  const left = fewLeft(stock);
  const set = (to: number) => void setLine(list._id, _id, Math.min(to, MAX_QUANTITY));
  return (
    <article
      className={classNames(
        "panel flex items-center gap-x-3.5 gap-y-2 rounded-card p-2 pr-3 max-[22.5rem]:flex-wrap",
        removed && "opacity-60",
      )}
    >
      <div className="w-17 shrink-0">
        <Picture {...pictureOf(image[0] ?? "")} alt="" sizes="68px" gray={stock === 0} />
      </div>
      <div className="min-w-0 flex-1 max-[22.5rem]:min-w-3/5">
        <h2 className="leading-tight font-semibold">
          <Link to={paths.product(product)} className="hover:underline">
            {name}
          </Link>
        </h2>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-ink-2">
          <span>{unit}</span>
          <UnitPrice of={product} />
        </p>
        <div className="mt-1 flex flex-wrap items-baseline gap-x-3">
          <Price paid={paidCents(product)} list={listCents(product)} per={product.weighed && "kg"} size="small" />
          {stock === 0 && <span className="text-sm font-semibold text-tomato">{t("Out of stock")}</span>}
          {left !== null && (
            <span className="text-sm font-semibold text-tomato">{t("Only {left} left", { left: amountOf(left, product.weighed) })}</span>
          )}
        </div>
      </div>
      {removed ? (
        <p className="ml-auto flex h-10.5 w-26 shrink-0 items-center justify-end text-sm font-semibold text-ink-2">{t("Removed")}</p>
      ) : (
        <Stepper
          quantity={quantity}
          max={MAX_QUANTITY}
          name={name}
          grams={gramsToStep(product)}
          onMinus={() => (quantity > 1 ? set(quantity - 1) : void removeLine(list, product))}
          onPlus={() => set(quantity + 1)}
          onType={set}
          className="ml-auto w-26 shrink-0"
        />
      )}
    </article>
  );
}

/** As high as a row. */
export const ListRowSkeleton = () => <Skeleton className="h-21.5 rounded-card" />;
