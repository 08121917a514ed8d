import type { OrderLine } from "../../contract.ts";

/** Characters of a product's name (ADM-11). */
const CUT = 8;
/** Products named; the others are counted. */
const NAMED = 2;

/** What an order holds, in short: names of 8 characters and quantities (ADM-11). */
export function OrderedPieces({ lines }: { lines: readonly OrderLine[] }) {
  const more = lines.length - NAMED;
  return (
    <ul className="flex min-w-0 gap-x-2 max-[84rem]:flex-wrap text-ink-2">
      {lines.slice(0, NAMED).map(({ productId, quantity, product_details: { name } }) => (
        <li key={productId._id} title={name} className="whitespace-nowrap">
          {name.length > CUT ? `${name.slice(0, CUT)}...` : name} × {quantity}
        </li>
      ))}
      {more > 0 && (
        <li aria-label={`and ${more} more`} className="whitespace-nowrap">
          +{more}
        </li>
      )}
    </ul>
  );
}
