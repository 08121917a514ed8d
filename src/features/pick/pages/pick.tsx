import { useSearchParams } from "react-router";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { ChooseOrders } from "./choose-orders.tsx";
import { PickList } from "./pick-list.tsx";

export const meta = privateMeta(t("Pick"));

/** Picking: choose orders, then tick what they need, shelf by shelf. The address remembers the orders, so a reload continues there. */
export default function Pick() {
  const [params] = useSearchParams();
  const numbers = (params.get("orders") ?? "").split(",").filter(Boolean);
  return numbers.length > 0 ? <PickList key={numbers.join(",")} numbers={numbers} /> : <ChooseOrders />;
}
