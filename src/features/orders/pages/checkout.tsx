import { useState } from "react";
import { toast } from "react-hot-toast";
import { useAddresses } from "#features/addresses/pages/use-addresses.ts";
import { billOf } from "#features/cart/pages/bill.ts";
import { CartFailed } from "#features/cart/pages/cart-states.tsx";
import { EmptyCart } from "#features/cart/pages/empty-cart.tsx";
import type { Line } from "#features/cart/pages/cart-engine.ts";
import { setQuietly, useCart } from "#features/cart/pages/use-cart.ts";
import { toDollars } from "#shared/money.ts";
import { Choice } from "#ui/choice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { NeedsLogin } from "#web/needs-login.tsx";
import { privateMeta } from "#web/page-meta.ts";
import { ChangesNotice } from "./changes-notice.tsx";
import { changesOf, pricesOf } from "./changes.ts";
import { DeliverTo } from "./deliver-to.tsx";
import { PAYMENTS, type PaymentId } from "./payments.ts";
import { Summary } from "./summary.tsx";
import { usePlaceOrder } from "./use-place-order.ts";

export const meta = privateMeta("Checkout");

/** The checkout (CHK-1, CHK-2, CHK-4, CHK-10). */
export default function Checkout() {
  return (
    <div className="page py-6">
      <h1 className="heading mb-4.5 text-4xl">Checkout</h1>
      <NeedsLogin skeleton={<CheckoutSkeleton />}>
        <CheckoutOfCart />
      </NeedsLogin>
    </div>
  );
}

function CheckoutOfCart() {
  const { lines, status } = useCart();
  const placing = usePlaceOrder(status === "ready" && lines.length === 0);
  if (placing.busy && lines.length === 0) return <CheckoutSkeleton />;
  if (lines.length > 0) return <Order lines={lines} placing={placing} />;
  if (status === "failed") return <CartFailed />;
  return status === "ready" ? <EmptyCart /> : <CheckoutSkeleton />;
}

function Order({ lines, placing }: { lines: readonly Line[]; placing: ReturnType<typeof usePlaceOrder> }) {
  const { data: addresses } = useAddresses();
  const { busy: cartIsBusy } = useCart();
  const [address, setAddress] = useState<string>();
  const [payment, setPayment] = useState<PaymentId>(PAYMENTS[0].id);
  const [seen, setSeen] = useState(() => pricesOf(lines));
  const { place, busy, conflict, settle } = placing;

  // The one used last comes first, and is chosen already.
  const addressId = addresses?.some(({ _id }) => _id === address) ? address : addresses?.[0]?._id;
  const changes = changesOf(lines, seen, conflict);
  const bill = billOf(lines);

  const accept = () => {
    for (const { product, quantity } of lines) {
      if (product.stock !== undefined && product.stock < quantity) setQuietly(product, product.stock);
    }
    setSeen(pricesOf(lines));
    settle();
  };
  const order = () => {
    if (!addressId) toast.error("Please select an address");
    else if (changes.length > 0) toast.error("Please accept the changes first");
    else {
      const list_items = lines.map(({ product, quantity }) => ({ productId: product._id, quantity }));
      void place({ list_items, addressId, expectedTotal: toDollars(bill.totalCents) });
    }
  };

  return (
    <div className="grid items-start gap-x-9 gap-y-5 lg:grid-cols-[minmax(0,1fr)_26.25rem]">
      <div className="flex flex-col gap-5">
        {changes.length > 0 && <ChangesNotice changes={changes} accept={accept} />}
        <DeliverTo chosen={addressId} choose={setAddress} />
        <section aria-labelledby="pay-with" className="panel p-5 md:p-6">
          <h2 id="pay-with" className="heading mb-3.5 text-xl">
            Pay with
          </h2>
          <div className="flex flex-col gap-2.5">
            {PAYMENTS.map(({ id, name, hint }) => (
              <Choice key={id} name="payment" value={id} checked={id === payment} onChange={() => setPayment(id)}>
                <span className="block font-bold">{name}</span>
                <span className="mt-0.5 block text-ink-2">{hint}</span>
              </Choice>
            ))}
          </div>
        </section>
      </div>
      <Summary
        bill={bill}
        lines={lines}
        action={PAYMENTS.find(({ id }) => id === payment)!.action}
        busy={busy || cartIsBusy}
        order={order}
      />
    </div>
  );
}

function CheckoutSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading" className="grid items-start gap-x-9 gap-y-5 lg:grid-cols-[minmax(0,1fr)_26.25rem]">
      <div className="flex flex-col gap-5">
        <Skeleton className="h-60 rounded-panel" />
        <Skeleton className="h-40 rounded-panel" />
      </div>
      <Skeleton className="h-72 rounded-panel" />
    </div>
  );
}
