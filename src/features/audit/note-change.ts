import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import type { AuditedKind } from "./contract.ts";
import type { Fields } from "./rules.ts";
import { insertChanges } from "./store.ts";

/** What an admin did to one thing. Must not contain secrets: admins can read it. */
export interface Change {
  kind: AuditedKind;
  thingId: string;
  /** Its name at the time. */
  thingName: string;
  /** In one word: `added`, `changed`, `deleted`, `restored`, … */
  action: string;
  /** The changed fields (see `differences`), or all fields if it was added or deleted. */
  before?: Fields;
  after?: Fields;
  /** Its new version, if it has one. */
  version?: number;
}

/** Records what an admin did, in the transaction that does it. */
export function noteChange(tx: Db, byId: string | null, change: Change): Promise<void> {
  return noteChanges(tx, byId, [change]);
}

/** Records what an admin, or a command, changed at once. @param changeId shared by all of these changes */
export async function noteChanges(tx: Db, byId: string | null, changes: readonly Change[], changeId: string | null = null): Promise<void> {
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
