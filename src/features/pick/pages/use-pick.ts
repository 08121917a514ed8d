import { useEffect } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useOrderUpdates } from "#features/orders/pages/admin/bell/order-updates.ts";
import { call } from "#web/call.ts";
import { personalKey, readAgain, usePersonal, useSession } from "#web/session/session.ts";
import { listWaiting, pickList } from "../contract.ts";
import { listPutBack } from "../put-back/contract.ts";

export const PICK = ["pick"];

/** Several updates in a row reload once. */
const SETTLE_MS = 300;

/** The orders that are not sent yet, and how many more there are. */
export function useWaiting() {
  return usePersonal([...PICK, "orders"], () => call(listWaiting, {}));
}

/** What is still to be put back of orders that no longer need it. */
export const usePutBack = () => usePersonal([...PICK, "put-back"], async () => (await call(listPutBack, {})).data);

/** What to pick for orders, by their numbers. */
export function usePickList(numbers: readonly string[]) {
  const { status, person } = useSession();
  const orderIds = numbers.join(",");
  return useQuery({
    queryKey: personalKey(person, [...PICK, "list", orderIds]),
    queryFn: async () => (await call(pickList, { orderIds })).data,
    enabled: status === "signed-in" && orderIds !== "",
    placeholderData: keepPreviousData,
  });
}

export const readPickAgain = () => readAgain(PICK);

/** Reloads what is picked whenever somebody else picks, and when an order is placed or changed. */
export function usePickUpdates(): void {
  useOrderUpdates(readPickSoon);
  useEffect(() => () => clearTimeout(timer), []);
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Like {@link readPickAgain}, once for several changes in a row. */
export function readPickSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void readPickAgain(), SETTLE_MS);
}
