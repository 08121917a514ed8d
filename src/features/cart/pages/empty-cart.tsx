import { ShoppingBasket } from "lucide-react";
import { Link } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { paths } from "#web/paths.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";

/** The empty cart (CART-2). */
export function EmptyCart({ onLeave }: { onLeave?: () => void }) {
  const { freeDelivery } = useFace();
  return (
    <div className="flex flex-col items-center px-4 py-14 text-center">
      <span className="grid size-32 place-items-center rounded-hero bg-leaf-tint text-leaf">
        <ShoppingBasket aria-hidden className="size-14" strokeWidth={1.5} />
      </span>
      <p className="heading mt-6 text-2xl">{t("Your cart is empty")}</p>
      <p className="mt-2 max-w-xs text-ink-2">
        {t("Add something good.")}
        {freeDelivery && ` ${t("Delivery is always free.")}`}
      </p>
      <Link to={paths.home} onClick={onLeave} className={buttonLook({ size: "large" }, "mt-6 min-w-44")}>
        {t("Shop Now")}
      </Link>
    </div>
  );
}
