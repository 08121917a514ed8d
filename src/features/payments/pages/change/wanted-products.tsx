import { MAX_QUANTITY } from "#features/cart/contract.ts";
import { useQuery } from "@tanstack/react-query";
import { pictureOf } from "#features/files/rules.ts";
import { MISSING_CHOICES, type MissingChoice } from "#features/orders/contract.ts";
import { MISSING_WORDS } from "#features/orders/pages/missing-words.ts";
import { priceWords } from "#features/orders/words.ts";
import { gramsToStep } from "#shared/weights.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { selectLook } from "#ui/field.tsx";
import { Picture } from "#ui/picture.tsx";
import { useSteadyPress } from "#ui/steady-press.ts";
import { Stepper } from "#ui/stepper.tsx";
import { JoinedLine } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";
import { WAYS } from "../use-ways-to-pay.ts";
import type { ChangeDraft, WantedProduct } from "./use-change.ts";

/** The products of the changed order, with how many of each. */
export function WantedProducts({ wanted: { products, setQuantity, setWish } }: { wanted: ChangeDraft }) {
  const { data: asked } = useQuery({ ...WAYS, select: (answer) => answer.ifMissing !== undefined });
  return (
    <ul className="mt-2 divide-y divide-line">
      {products.map((product) => (
        <Row
          key={product.productId}
          product={product}
          set={(quantity) => setQuantity(product.productId, quantity)}
          wish={asked || product.wish ? (wish) => setWish(product.productId, wish) : undefined}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  product: WantedProduct;
  set: (quantity: number) => void;
  /** Chooses what happens if it is missing; undefined if the shop does not ask. */
  wish: ((wish: MissingChoice) => void) | undefined;
}

function Row({ product: { name, picture, kind, priceCents, weighed, quantity, wish: wished }, set, wish }: RowProps) {
  const isOut = quantity === 0;
  const { box, onPress } = useSteadyPress(isOut);
  return (
    <li className="flex items-center gap-3.5 py-3 max-sm:flex-wrap">
      <div className={isOut ? "w-14 shrink-0 opacity-50" : "w-14 shrink-0"}>
        <Picture {...pictureOf(picture)} alt="" sizes="56px" />
      </div>
      <div className="min-w-0 flex-1 max-sm:basis-2/3">
        <p className={isOut ? "line-clamp-2 font-semibold text-ink-2 line-through" : "line-clamp-2 font-semibold"}>{name}</p>
        <JoinedLine parts={kind} />
        <p className="text-sm text-ink-2">
          {isOut ? t("Removed") : weighed ? priceWords(priceCents, weighed) : t("{price} each", { price: priceWords(priceCents) })}
        </p>
        {wish && !isOut && (
          <label className="mt-1.5 flex flex-wrap items-center gap-x-2 text-sm">
            <span className="text-ink-2">{t("If missing")}</span>
            <select
              aria-label={t("If {name} is missing", { name })}
              value={wished}
              onChange={({ target }) => wish(target.value as MissingChoice)} // one of the options
              className={classNames(selectLook, "min-h-11! w-auto! max-w-full px-2.5! text-sm!")}
            >
              {!wished && <option value="">{t("Up to you")}</option>}
              {MISSING_CHOICES.map((one) => (
                <option key={one} value={one}>
                  {MISSING_WORDS[one].name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div ref={box} onClickCapture={onPress} className="w-28 shrink-0 max-sm:ml-auto">
        {isOut ? (
          <Button kind="quiet" size="small" aria-label={t("Put back {name}", { name })} onClick={() => set(1)} className="w-full">
            {t("Put back")}
          </Button>
        ) : (
          <Stepper
            quantity={quantity}
            max={MAX_QUANTITY}
            name={name}
            grams={gramsToStep({ weighed })}
            onMinus={() => set(quantity - 1)}
            onPlus={() => quantity < MAX_QUANTITY && set(quantity + 1)}
            onType={set}
          />
        )}
      </div>
    </li>
  );
}
