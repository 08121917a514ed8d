import { MAX_QUANTITY } from "#features/cart/contract.ts";
import { pictureOf } from "#features/files/rules.ts";
import { priceWords } from "#features/orders/rules.ts";
import { gramsToStep } from "#shared/weights.ts";
import { Button } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";
import { Stepper } from "#ui/stepper.tsx";
import { t } from "#words/t.ts";
import type { Wanted, WantedProduct } from "./use-change.ts";

/** The products of the changed order, with how many of each. */
export function WantedProducts({ wanted: { products, setQuantity } }: { wanted: Wanted }) {
  return (
    <ul className="mt-2 divide-y divide-line">
      {products.map((product) => (
        <Row key={product.productId} product={product} set={(quantity) => setQuantity(product.productId, quantity)} />
      ))}
    </ul>
  );
}

function Row({
  product: { name, picture, kind, priceCents, weighed, quantity },
  set,
}: {
  product: WantedProduct;
  set: (quantity: number) => void;
}) {
  const isOut = quantity === 0;
  return (
    <li className="flex items-center gap-3.5 py-3">
      <div className={isOut ? "w-14 shrink-0 opacity-50" : "w-14 shrink-0"}>
        <Picture {...pictureOf(picture)} alt="" sizes="56px" />
      </div>
      <div className="min-w-0 flex-1">
        <p className={isOut ? "line-clamp-2 font-semibold text-ink-2 line-through" : "line-clamp-2 font-semibold"}>{name}</p>
        {kind && <p className="text-sm text-ink-2">{kind}</p>}
        <p className="text-sm text-ink-2">
          {isOut ? t("Taken out") : weighed ? priceWords(priceCents, weighed) : t("{price} each", { price: priceWords(priceCents) })}
        </p>
      </div>
      <div className="w-28 shrink-0">
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
