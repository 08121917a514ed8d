import { Link } from "react-router";
import { fewLeft, listCents, paidCents } from "#features/catalogue/rules.ts";
import { pictureOf } from "#features/files/rules.ts";
import { formatCents } from "#shared/money.ts";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";
import { Stepper } from "#ui/stepper.tsx";
import { paths } from "#web/paths.ts";
import { MAX_QUANTITY } from "../contract.ts";
import { BillDetails } from "./bill-details.tsx";
import { billOf } from "./bill.ts";
import type { Line } from "./cart-engine.ts";
import { minusOne, plusOne, setQuantity } from "./use-cart.ts";

/** Savings, lines and bill details: the drawer and the cart page alike (CART-1). `onLeave`: a link was followed. */
export function CartContents({ lines, onLeave }: { lines: readonly Line[]; onLeave?: () => void }) {
  const bill = billOf(lines);
  return (
    <>
      <p
        className={classNames(
          "mb-3.5 flex min-h-11 items-center justify-between rounded-tile px-4",
          bill.savingsCents > 0 ? "bg-marigold-tint font-bold text-marigold-ink" : "bg-sunken text-ink-2",
        )}
      >
        Your total savings <span>{formatCents(bill.savingsCents)}</span>
      </p>
      <ul className="flex flex-col gap-2.5">
        {lines.map((line) => (
          <li key={line.product._id}>
            <CartLine line={line} {...(onLeave && { onLeave })} />
          </li>
        ))}
      </ul>
      <section className="panel mt-4.5 px-4.5 py-3.5">
        <h3 className="font-bold">Bill details</h3>
        <BillDetails bill={bill} />
      </section>
    </>
  );
}

function CartLine({ line, onLeave }: { line: Line; onLeave?: () => void }) {
  const { product, quantity } = line;
  const paid = paidCents(product);
  const list = listCents(product);
  const few = fewLeft(product.stock ?? MAX_QUANTITY);
  const short = product.stock !== undefined && product.stock < quantity;
  return (
    <article className="panel flex items-center gap-x-3.5 gap-y-2 rounded-card p-2 pr-3 max-[22.5rem]:flex-wrap">
      <div className="w-17 shrink-0">
        <Picture {...pictureOf(product.image[0] ?? "")} alt="" sizes="68px" />
      </div>
      <div className="min-w-0 flex-1 max-[22.5rem]:min-w-3/5">
        <h3 className="leading-tight font-semibold">
          <Link to={paths.product(product)} onClick={onLeave} className="line-clamp-2 hover:underline">
            {product.name}
          </Link>
        </h3>
        <p className="mt-0.5 text-sm text-ink-2">{product.unit}</p>
        <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2 font-bold">
          {list > paid && (
            <s className="order-2 text-xs font-normal text-ink-3">
              <span className="sr-only">Old price </span>
              {formatCents(list)}
            </s>
          )}
          {formatCents(paid)}
        </p>
        {short ? (
          <p className="mt-0.5 text-sm font-semibold text-tomato">{product.stock === 0 ? "Out of stock" : `Only ${product.stock} left`}</p>
        ) : (
          few && <p className="mt-0.5 text-sm font-semibold text-tomato">Only {few} left</p>
        )}
      </div>
      <Stepper
        quantity={quantity}
        max={MAX_QUANTITY}
        name={product.name}
        onMinus={() => minusOne(line)}
        onPlus={() => plusOne(line)}
        onType={(typed) => setQuantity(line, typed)}
        className="ml-auto w-26 shrink-0"
      />
    </article>
  );
}
