import { queryOptions, useQuery } from "@tanstack/react-query";
import { toDollars } from "#shared/money.ts";
import { call } from "#web/call.ts";
import { queries } from "#web/queries.ts";
import { waysToPay, type WayToPay } from "../contract.ts";

/** What the checkout offers and asks. */
export const WAYS = queryOptions({
  queryKey: ["ways-to-pay"],
  queryFn: () => call(waysToPay, undefined),
  staleTime: 10 * 60_000,
});

/** The payment methods: undefined while they load, and after that `failed`. */
export function useWaysToPay(): { ways: readonly WayToPay[] | undefined; failed: boolean; again: () => void } {
  const { data: ways, isError, refetch } = useQuery({ ...WAYS, select: (answer) => answer.data });
  return { ways, failed: isError && !ways, again: () => void refetch() };
}

/** Reloads the methods, in case one was switched off meanwhile. */
export const readWaysAgain = () => queries.invalidateQueries({ queryKey: WAYS.queryKey });

/** Whether the method accepts a total. */
export function accepts({ least, most }: WayToPay, totalCents: number): boolean {
  const total = toDollars(totalCents);
  return total >= least && total <= most;
}
