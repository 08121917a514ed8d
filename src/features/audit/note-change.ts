import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import type { AuditedKind } from "./contract.ts";
import type { Fields } from "./rules.ts";
import { insertChanges } from "./store.ts";

/** Something that an admin did to one thing. Holds no secret: admins read it. */
export interface Change {
  kind: AuditedKind;
  thingId: string;
  /** What it was called then. */
  thingName: string;
  /** In one word: `added`, `changed`, `deleted`, `restored`, … */
  action: string;
  /** What differs (see `differences`), or the whole thing where it was added or deleted. */
  before?: Fields;
  after?: Fields;
  /** What its version became, where it has one. */
  version?: number;
}

/** Notes what an admin did, in the transaction that does it. */
export function noteChange(tx: Db, byId: string, change: Change): Promise<void> {
  return noteChanges(tx, byId, [change]);
}

/** Notes what an admin did at one stroke. @param changeId by which all of it is found again */
export async function noteChanges(tx: Db, byId: string, changes: readonly Change[], changeId: string | null = null): Promise<void> {
  await insertChanges(
    tx,
    changes.map(({ before = {}, after = {}, version, ...change }) => ({
      ...change,
      id: newId(),
      byId,
      before,
      after,
      version: version ?? null,
      changeId,
    })),
  );
}
