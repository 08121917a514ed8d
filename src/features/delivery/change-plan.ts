import type { Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import { toCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { noteChanges, type Change } from "../audit/note-change.ts";
import { differences, type Fields } from "../audit/rules.ts";
import { COLLECTION, type PlanFields } from "./contract.ts";
import { DELIVERY } from "./current-plan.ts";
import type { DeliveryPlan } from "./rules.ts";
import { doubleTime } from "./slots/rules.ts";
import { lockPlan, writePlan, type VersionedPlan } from "./store.ts";
import { planReply } from "./plan-reply.ts";
import { sharedArea } from "./zones/rules.ts";

/**
 * Saves how the shop delivers, in a transaction.
 * @param fields what the admin saved, on top of this version
 * @throws Refusal 400 for a plan that contradicts itself, 409 with the current plan if it was changed meanwhile
 */
export async function changePlan(
  { tx, invalidate, withCommit }: Transaction,
  adminId: string,
  { plan: fields, version }: { plan: PlanFields; version: number },
): Promise<VersionedPlan> {
  checkPlan(fields);
  const was = await lockPlan(tx);
  if (was.version !== version)
    throw refuse.conflict(t("Someone else changed delivery in the meantime. Check their changes and try again."), planReply(was));
  const plan = toPlan(fields, was.plan);
  const changes = changesOf(was.plan, plan);
  if (changes.length === 0) return was;
  const saved = { plan, version: version + 1 };
  withCommit(writePlan(tx, saved), noteChanges(tx, adminId, changes));
  invalidate(DELIVERY);
  return saved;
}

/** @throws Refusal 400 */
function checkPlan({ on, zones, collection }: PlanFields): void {
  if (on && zones.length === 0 && !collection) throw refuse.badInput(t("Add a zone or pickup before you switch delivery on"), "on");
  const shared = sharedArea(zones);
  if (shared !== undefined) throw refuse.badInput(t("{area} is in two zones. Keep it in one", { area: shared }), "areas");
  const timetables = [...zones, ...(collection ? [{ name: t("Pickup"), ...collection }] : [])];
  for (const { name, times } of timetables) {
    const double = doubleTime(times);
    if (double) throw refuse.badInput(t("{name} has {from} to {to} twice on one day", { name, from: double.from, to: double.to }), "times");
  }
}

/** In cents; zones without a known id are new. */
function toPlan({ zones, collection, ...rest }: PlanFields, was: DeliveryPlan): DeliveryPlan {
  const known = new Set(was.zones.map(({ id }) => id));
  const stored = zones.map(({ _id, name, areas, fee, freeFrom, minimum, times }) => ({
    id: _id !== undefined && known.has(_id) ? _id : newId(),
    name,
    areas,
    times,
    feeCents: toCents(fee),
    minimumCents: toCents(minimum),
    freeFromCents: freeFrom === null ? null : toCents(freeFrom),
  }));
  const places = new Set([...stored.map(({ id }) => id), ...(collection ? [COLLECTION] : [])]);
  // The exceptions of a deleted zone are deleted with it.
  const exceptions = rest.exceptions.filter(({ of }) => of === null || places.has(of));
  return { ...rest, zones: stored, collection, exceptions };
}

/** What is recorded: the switch and the exceptions, each zone, and pickup. */
function changesOf(was: DeliveryPlan, becomes: DeliveryPlan): Change[] {
  const before = thingsOf(was);
  const after = thingsOf(becomes);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((thingId) => {
    const [old, now] = [before.get(thingId), after.get(thingId)];
    const changed = differences(old?.fields ?? {}, now?.fields ?? {});
    if (Object.keys(changed.before).length + Object.keys(changed.after).length === 0) return [];
    const action = !old ? "added" : !now ? "deleted" : "changed";
    return [{ kind: "delivery" as const, thingId, thingName: (now ?? old)!.name, action, ...changed }];
  });
}

function thingsOf({ on, exceptions, zones, collection }: DeliveryPlan): Map<string, { name: string; fields: Fields }> {
  return new Map([
    ["delivery", { name: "Delivery", fields: { on, exceptions } }],
    ...zones.map(({ id, ...fields }): [string, { name: string; fields: Fields }] => [id, { name: fields.name, fields }]),
    ...(collection ? [[COLLECTION, { name: "Collection", fields: collection }] satisfies [string, { name: string; fields: Fields }]] : []),
  ]);
}
