import { z } from "zod";
import type { Answer } from "../operation.ts";
import { kind } from "../records.ts";
import { CHARGES, findCharge } from "./charges.ts";
import { newId, sendEvent, type Culqi } from "./culqi.ts";
import { culqiError, wrongParameter } from "./errors.ts";
import { metadata, read } from "./read.ts";

const REFUNDS = kind("culqi-refund");

const refundShape = z.object({
  amount: z.number().int().min(100),
  charge_id: z.string().regex(/^chr_/),
  reason: z.enum(["duplicado", "fraudulento", "solicitud_comprador"]),
  metadata: metadata.default({}),
});

/** Refunds all or part of a charge. */
export async function createRefund(culqi: Culqi, body: unknown): Promise<Answer> {
  const asked = read(refundShape, body);
  const { answer, early } = await culqi.store.transact(async (records) => {
    const charge = await findCharge(records, asked.charge_id);
    if (charge.declineCode) throw wrongParameter("charge_id", "The charge was declined");
    if (asked.amount > charge.amount - charge.refunded) throw wrongParameter("amount", "amount is more than what is left of the charge");
    const refund = {
      object: "refund",
      id: newId("ref"),
      charge_id: charge.id,
      creation_date: culqi.now(),
      amount: asked.amount,
      reason: asked.reason,
      status: "emitida",
      last_modified: null,
      metadata: asked.metadata,
    };
    await records.put(CHARGES, charge.id, { ...charge, refunded: charge.refunded + asked.amount });
    await records.put(REFUNDS, refund.id, refund);
    const early = await sendEvent(culqi, records, "refund.creation.succeeded", refund);
    return { answer: { status: 201, body: refund }, early };
  });
  if (early) await culqi.deliveries.send();
  culqi.deliveries.wake();
  return answer;
}

export async function showRefund(culqi: Culqi, id: string): Promise<Answer> {
  const refund = await culqi.store.transact((records) => records.get(REFUNDS, id));
  if (!refund) throw culqiError("resource_error", `There is no refund ${id}`, { param: "id" });
  return { status: 200, body: refund };
}
