import { changePlan, readPlan, type PlanFields } from "#features/delivery/contract.ts";
import { adminToken } from "./admin.ts";
import type { ShopPage } from "./shop.ts";

/** Changes how the shop delivers; what is left out is off. */
export async function setPlan(shop: ShopPage, plan: Partial<PlanFields>): Promise<void> {
  const token = await adminToken(shop);
  const { data } = await shop.call(readPlan, undefined, token);
  const whole = { on: false, zones: [], collection: null, exceptions: [], ...plan };
  await shop.call(changePlan, { plan: whole, version: data.version }, token);
}

/** A zone of the addresses that tests use. */
export const ZONE = { name: "City center", areas: ["150*"], fee: 3.5, freeFrom: null, minimum: 0, times: [] };
