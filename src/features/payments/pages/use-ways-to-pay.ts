import { useQuery } from "@tanstack/react-query";
import { toDollars } from "#shared/money.ts";
import { call } from "#web/call.ts";
import { waysToPay, type WayToPay } from "../contract.ts";

const CASH: WayToPay = { provider: "cash", practice: false, least: 0, most: Number.POSITIVE_INFINITY };

/** How an order of that total can be paid; undefined until the shop has told. Cash is always taken. */
export function useWaysToPay(totalCents: number): readonly WayToPay[] | undefined {
  const { data, isError } = useQuery({
    queryKey: ["ways-to-pay"],
    queryFn: async () => (await call(waysToPay, undefined)).data,
    staleTime: 10 * 60_000,
  });
  const total = toDollars(totalCents);
  return data?.filter(({ least, most }) => total >= least && total <= most) ?? (isError ? [CASH] : undefined);
}
