import type { Db } from "#server/db/connect.ts";
import { noteChange, type Change } from "../../audit/note-change.ts";
import type { StaffActor } from "../limits/refund-limit.ts";

/** Records that staff started a failed refund again. @param of what was refunded */
export function noteRetry(tx: Db, who: StaffActor, of: Pick<Change, "kind" | "thingId" | "thingName">): Promise<void> {
  return noteChange(tx, who.adminId, { ...of, action: "changed", before: { refund: "failed" }, after: { refund: "started again" } });
}
