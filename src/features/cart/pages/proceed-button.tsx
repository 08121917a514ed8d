import { ArrowRight } from "lucide-react";
import { formatCents } from "#shared/money.ts";
import { buttonLook } from "#ui/button.tsx";
import { toast } from "#ui/toast/toast.ts";
import { loginThen, paths } from "#web/paths.ts";
import { useSession } from "#web/session/session.ts";
import { useOpenPage } from "#web/offline/use-open-page.ts";
import { t } from "#words/t.ts";
import { useBill } from "./use-bill.ts";
import { useCart } from "./use-cart.ts";

/** Leads to the checkout. Asks guests to log in, and continues there after the login (CART-3). Renders nothing while the cart is empty. */
export function ProceedButton({ onLeave }: { onLeave?: () => void }) {
  const { lines } = useCart();
  const { totalCents } = useBill(lines);
  const { status } = useSession();
  const openPage = useOpenPage();
  const proceed = () => {
    if (status === "signed-out") toast.info(t("Please Login"), { id: "login" });
    onLeave?.();
    openPage(status === "signed-out" ? loginThen(paths.checkout) : paths.checkout);
  };
  if (lines.length === 0) return null;
  return (
    <button type="button" onClick={proceed} className={buttonLook({ size: "large" }, "w-full")}>
      <span className="flex-1 text-left">{formatCents(totalCents)}</span>
      <span className="flex items-center gap-2.5">
        {t("Proceed")}
        <ArrowRight aria-hidden className="size-5" />
      </span>
    </button>
  );
}
