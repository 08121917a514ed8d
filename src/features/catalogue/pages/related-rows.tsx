import { Suspense, use } from "react";
import { call } from "#web/call.ts";
import { logFailure } from "#web/log-failure.ts";
import { t } from "#words/t.ts";
import { relatedProducts } from "../related/contract.ts";
import { toCard, type Card } from "./card.ts";
import { ProductRow, ProductRowSkeleton } from "./product-row.tsx";

/** What is shown below a product. */
export interface Related {
  goesWellWith: Card[];
  similar: Card[];
}

export async function readRelated(productId: string): Promise<Related> {
  const { data } = await call(relatedProducts, { productId });
  return { goesWellWith: data.goesWellWith.map(toCard), similar: data.similar.map(toCard) };
}

/** For the browser, which shows the product before these rows arrive. The page is useful without them. */
export function readRelatedLater(productId: string): Promise<Related | void> {
  return readRelated(productId).catch((error: unknown) => logFailure("related products", error));
}

interface RelatedRowsProps {
  related: Related | Promise<Related | void>;
  /** Address of the product's shelf. */
  shelf: string | undefined;
}

/** "Goes well with" and "Similar products". */
export function RelatedRows({ related, shelf }: RelatedRowsProps) {
  return (
    <Suspense
      fallback={
        <>
          <ProductRowSkeleton />
          <ProductRowSkeleton />
        </>
      }
    >
      <Rows related={related} shelf={shelf} />
    </Suspense>
  );
}

function Rows({ related: given, shelf }: RelatedRowsProps) {
  const related = given instanceof Promise ? use(given) : given;
  if (!related) return null;
  const { goesWellWith, similar } = related;
  return (
    <>
      {goesWellWith.length > 0 && <ProductRow title={t("Goes well with")} cards={goesWellWith} />}
      {similar.length > 0 && <ProductRow title={t("Similar products")} cards={similar} seeAll={shelf} />}
    </>
  );
}
