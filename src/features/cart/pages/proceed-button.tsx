import { ArrowRight } from "lucide-react";
import { toast } from "react-hot-toast";
import { useNavigate } from "react-router";
import { formatCents } from "#shared/money.ts";
import { buttonLook } from "#ui/button.tsx";
import { loginThen, paths } from "#web/paths.ts";
import { useSession } from "#web/session.ts";

/** Leads to the checkout; who is not logged in is told so and comes back there after login (CART-3). */
export function ProceedButton({ paid, onLeave }: { paid: number; onLeave?: () => void }) {
  const { status } = useSession();
  const navigate = useNavigate();
  const proceed = () => {
    if (status === "signed-out") toast.error("Please Login", { id: "login" });
    onLeave?.();
    void navigate(status === "signed-out" ? loginThen(paths.checkout) : paths.checkout);
  };
  return (
    <button type="button" onClick={proceed} className={buttonLook({ size: "large" }, "w-full")}>
      <span className="flex-1 text-left">{formatCents(paid)}</span>
      <span className="flex items-center gap-2.5">
        Proceed
        <ArrowRight aria-hidden className="size-5" />
      </span>
    </button>
  );
}
