import { Suspense } from "react";
import { OrderPage } from "#features/orders/pages/order.tsx";
import { lazyExtra } from "#web/loading/lazy.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";

const WaitingChange = lazyExtra(() => import("#features/payments/pages/waiting-change.tsx"));
const MissingQuestion = lazyExtra(() => import("#features/pick/pages/missing-question.tsx"));

export const meta = privateMeta(t("Order"));

/**
 * An order, with the pickers' questions and a change that is not paid yet: put together here, so that orders don't depend on picking and
 * payments.
 */
export default function OrderWithQuestion() {
  return <OrderPage Question={Question} Unpaid={Unpaid} />;
}

function Unpaid({ number }: { number: string }) {
  return (
    <Suspense>
      <WaitingChange number={number} />
    </Suspense>
  );
}

function Question({ number }: { number: string }) {
  return (
    <Suspense>
      <MissingQuestion number={number} />
    </Suspense>
  );
}
