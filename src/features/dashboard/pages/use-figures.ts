import { unsettledPayments } from "#features/payments/refunds/contract.ts";
import { call } from "#web/call.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { bestSellers, health, lowStock, missedSearches, sales } from "../contract.ts";

export const useSales = () => usePersonal(["dashboard", "sales"], async () => (await call(sales, undefined)).data);
export const useBestSellers = () => usePersonal(["dashboard", "best"], async () => (await call(bestSellers, undefined)).data);
export const useLowStock = () => usePersonal(["dashboard", "low"], async () => (await call(lowStock, undefined)).data);
export const useMissedSearches = () => usePersonal(["dashboard", "missed"], async () => (await call(missedSearches, undefined)).data);
export const useHealth = () => usePersonal(["dashboard", "health"], async () => (await call(health, undefined)).data);
/** Payments that need an admin. */
export const useUnsettled = () => usePersonal(["dashboard", "unsettled"], () => call(unsettledPayments, undefined));
export const readUnsettledAgain = () => readAgain(["dashboard", "unsettled"]);
