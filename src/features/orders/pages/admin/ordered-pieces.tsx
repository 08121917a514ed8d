import { amountOf } from "#shared/weights.ts";
import type { OrderLine } from "../../contract.ts";
import { kindParts } from "../../words.ts";
import { keyOf } from "#features/orders/pages/order-amounts.ts";
import { Joined } from "#ui/joined-line.tsx";
import { t } from "#words/t.ts";

/** Characters shown of a product name (ADM-11). */
const CUT = 8;
/** How many products are named; the rest are counted. */
const NAMED = 2;

/** A summary of an order's products: names cut to 8 characters, and quantities (ADM-11). */
export function OrderedPieces({ lines }: { lines: readonly OrderLine[] }) {
  const named = lines.slice(0, NAMED);
  const more = lines.length - named.length;
  return (
    <ul className="min-w-0 text-ink-2">
      {named.map((line) => {
        const { name, weighed } = line.product_details;
        const kind = kindParts(line.product_details);
        return (
          <li key={keyOf(line)} title={name} className="break-words">
            <span className="whitespace-nowrap">
              {name.length > CUT ? `${name.slice(0, CUT)}...` : name} × {amountOf(line.quantity, weighed)}
            </span>
            {kind.length > 0 && (
              <span className="text-xs">
                {" · "}
                <Joined parts={kind} />
              </span>
            )}
            {more > 0 && line === named.at(-1) && (
              <span className="whitespace-nowrap">
                {" "}
                +{more}
                <span className="sr-only"> {t("more")}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
