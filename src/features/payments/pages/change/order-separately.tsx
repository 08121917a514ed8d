import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { mergeCart, type GuestItem } from "#features/cart/contract.ts";
import { reloadCart } from "#features/cart/pages/use-cart.ts";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { insist } from "#web/sending/insist.ts";
import { paths } from "#web/paths.ts";
import { randomKey } from "#web/random-key.ts";
import { t } from "#words/t.ts";

/** Puts what can no longer be added to a paid order into the cart, to be ordered separately. */
export function OrderSeparately({ items }: { items: readonly GuestItem[] }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const wanted = JSON.stringify(items);
  // One id per content, so that pressing again after a lost response adds nothing twice.
  const mergeId = useMemo(() => wanted && randomKey(), [wanted]);
  const order = async () => {
    setBusy(true);
    try {
      await insist(() => call(mergeCart, { items: [...items], mergeId }));
      await reloadCart();
      toast.success(t("It's in your cart. Your order stays as it was."));
      await navigate(paths.cart);
    } catch (error) {
      toast.error(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Button kind="outline" busy={busy} onClick={() => void order()} className="mt-4 w-full">
      {t("Order the extra items separately")}
    </Button>
  );
}
