import type { Card } from "#features/catalogue/pages/card.ts";
import { gramsToStep } from "#shared/weights.ts";
import { buttonLook } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { useSteadyPress } from "#ui/steady-press.ts";
import { Stepper } from "#ui/stepper.tsx";
import { useEarlyPress } from "#web/early-press.ts";
import { t } from "#words/t.ts";
import { MAX_QUANTITY } from "../contract.ts";
import { addOne, minusOne, plusOne, setQuantity, useCartLine } from "./use-cart.ts";

interface AddToCartProps {
  product: Card;
  size: "card" | "page";
}

/** `Add`, or minus, quantity and plus in its place (CARD-2 to CARD-4); a label when the product is sold out (CARD-5). */
export function AddToCart({ product, size }: AddToCartProps) {
  const { _id, name, image, unit, price, discount, unit_price, weighed, available } = product;
  const line = useCartLine(_id);
  const add = () =>
    addOne({ _id, name, image: [image], unit, price, discount, ...(unit_price && { unit_price }), ...(weighed && { weighed }) });
  const { box, onPress } = useSteadyPress(Boolean(line));
  useEarlyPress(box, add);
  const place = size === "page" ? "h-12 w-44 text-lg md:h-14 md:w-60" : "h-10.5 w-full min-w-0";
  if (!available) {
    return (
      <p
        className={classNames(
          "flex items-center font-semibold whitespace-nowrap text-tomato",
          size === "page" ? "" : "justify-end text-sm",
          place,
        )}
      >
        {size === "page" ? t("Out of Stock") : t("Out of stock")}
      </p>
    );
  }
  return (
    <div ref={box} onClickCapture={onPress} data-adds={_id} className="contents">
      {line ? (
        <Stepper
          quantity={line.quantity}
          max={MAX_QUANTITY}
          name={name}
          grams={gramsToStep(line.product)}
          onMinus={() => minusOne(line)}
          onPlus={() => plusOne(line)}
          onType={(quantity) => setQuantity(line, quantity)}
          size={size}
          className={place}
        />
      ) : (
        <button
          type="button"
          aria-label={t("Add {name}", { name })}
          data-early=""
          onClick={add}
          className={buttonLook(
            size === "page" ? { kind: "primary", size: "large" } : { kind: "outline", size: "medium" },
            `touch ${place} min-h-0`,
          )}
        >
          {t("Add")}
        </button>
      )}
    </div>
  );
}
