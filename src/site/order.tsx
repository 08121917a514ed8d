import { lazy, Suspense } from "react";
import { OrderPage } from "#features/orders/pages/order.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";

const MissingQuestion = lazy(() => import("#features/pick/pages/missing-question.tsx"));

export const meta = privateMeta(t("Order"));

/** An order with what its shopper is asked while it is picked: put together here, so that orders need not know the pickers. */
export default function OrderWithQuestion() {
  return <OrderPage Question={Question} />;
}

function Question({ number }: { number: string }) {
  return (
    <Suspense>
      <MissingQuestion number={number} />
    </Suspense>
  );
}
