import type { Role } from "#shared/roles.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { useMenuCounts } from "#web/menu-counts.ts";
import { useFace } from "#web/use-face.ts";
import { entriesOf } from "./account-entries.ts";

/** The entries of a person's menus. A complaints book that was switched off stays in them until everything in it is answered. */
export function useEntries(role: Role | undefined) {
  const { complaintsBook } = useFace();
  const waiting = useMenuCounts()[adminPaths.complaints] ?? 0;
  return entriesOf(role, { complaintsBook: complaintsBook || waiting > 0 });
}
