import { focusPage } from "#ui/focus/focus-page.ts";
import { toast } from "#ui/toast/toast.ts";
import { t } from "#words/t.ts";
import { UnpaidChange } from "./unpaid-change.tsx";
import { useOpenPayment } from "./use-open-payment.ts";

const stay = async () => {
  toast.success(t("Your order was changed"));
  focusPage();
};

/** On an order's page: a change of it that waits for its payment. Lazy-loaded. */
export default function WaitingChange({ number }: { number: string }) {
  const open = useOpenPayment();
  if (open?.changesOrder !== number) return null;
  return (
    <div className="mt-4">
      <UnpaidChange payment={open} leave={stay} />
    </div>
  );
}
