import { Link } from "react-router";
import { buttonLook } from "#ui/button.tsx";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";

interface BackToChangeProps {
  /** The number of the order that was to be changed; empty until it is known. */
  number: string | undefined;
  kind?: "primary" | "quiet";
}

/** Leads from an unpaid change back to where the order is changed. */
export function BackToChange({ number, kind = "primary" }: BackToChangeProps) {
  return (
    <Link to={number ? paths.changeOrder(number) : paths.myOrders} className={buttonLook({ kind, size: "large" })}>
      {number ? t("Change order") : t("My Orders")}
    </Link>
  );
}
