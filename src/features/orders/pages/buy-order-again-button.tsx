import { Suspense, useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { RotateCcw } from "lucide-react";
import { reloadCart } from "#features/cart/pages/use-cart.ts";
import { Button } from "#ui/button.tsx";
import { messageOf } from "#web/call.ts";
import { lazy } from "#web/loading/lazy.ts";
import { sendOnce } from "#web/sending/send-once.ts";
import { t } from "#words/t.ts";
import { buyOrderAgain, type BoughtAgain } from "../contract.ts";

const FilledDialog = lazy(() => import("#features/cart/pages/filled-dialog.tsx"));

/** Adds an order's products to the cart again, and says what is unavailable or costs more now. */
export function BuyOrderAgainButton({ number, kind = "primary" }: { number: string; kind?: "primary" | "quiet" }) {
  const [send] = useState(() => sendOnce(buyOrderAgain));
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<BoughtAgain | null>(null);
  const buy = async () => {
    setBusy(true);
    try {
      const { data, message } = await send({ orderId: number });
      if (data.missing.length + data.dearer.length > 0) setResult(data);
      else toast.success(message);
      await reloadCart();
    } catch (error) {
      toast.error(messageOf(error));
      // It may have been done all the same.
      void reloadCart();
    }
    setBusy(false);
  };
  return (
    <>
      <Button kind={kind} busy={busy} onClick={() => void buy()}>
        {!busy && <RotateCcw aria-hidden className="size-5" />}
        {t("Buy again")}
      </Button>
      <Suspense fallback={null}>
        {result && (
          <FilledDialog
            result={result}
            dearer={result.dearer}
            lead={t("Some things have changed since you ordered:")}
            onClose={() => setResult(null)}
          />
        )}
      </Suspense>
    </>
  );
}
