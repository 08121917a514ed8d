import { toDollars } from "#shared/money.ts";
import type { PlanFields } from "./contract.ts";
import type { VersionedPlan } from "./store.ts";

/** The plan as admins edit it, in dollars. */
export function planReply({ plan: { zones, ...plan }, version }: VersionedPlan): { plan: PlanFields; version: number } {
  const inDollars = zones.map(({ id, name, areas, feeCents, freeFromCents, minimumCents, times }) => ({
    _id: id,
    name,
    areas,
    times,
    fee: toDollars(feeCents),
    minimum: toDollars(minimumCents),
    freeFrom: freeFromCents === null ? null : toDollars(freeFromCents),
  }));
  return { plan: { ...plan, zones: inDollars }, version };
}
