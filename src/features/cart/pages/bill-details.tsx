import type { ReactNode } from "react";
import { formatCents } from "#shared/money.ts";
import type { Totals } from "../rules.ts";
import { itemsInWords } from "./bill.ts";

/** What the cart costs: in the drawer, on the cart page and in the checkout (CART-5, CHK-2). */
export function BillDetails({ bill }: { bill: Totals }) {
  return (
    <dl className="mt-1.5 flex flex-col gap-2">
      <Row name="Items total">
        {bill.savingsCents > 0 && (
          <s className="mr-2 text-ink-3">
            <span className="sr-only">Without discounts </span>
            {formatCents(bill.subtotalCents)}
          </s>
        )}
        {formatCents(bill.totalCents)}
      </Row>
      <Row name="Quantity total">{itemsInWords(bill.quantity)}</Row>
      <Row name="Delivery charge">
        <span className="font-bold text-leaf">Free</span>
      </Row>
      <div className="mt-1 flex justify-between gap-4 border-t border-dashed border-line-2 pt-3 text-lg font-price">
        <dt>Grand total</dt>
        <dd>{formatCents(bill.totalCents)}</dd>
      </div>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
