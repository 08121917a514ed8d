import { useEffect } from "react";
import { call } from "#web/call.ts";
import { adminPaths } from "#web/admin-paths.ts";
import { setMenuCount } from "#web/menu-counts.ts";
import { usePersonal } from "#web/session/session.ts";
import { countWaiting } from "../../contract.ts";

/** Tells the menu how many complaints wait for an answer. */
export default function WaitingCount() {
  const { data } = usePersonal(["complaints-waiting"], async () => (await call(countWaiting, undefined)).data);
  const open = data?.open ?? 0;
  useEffect(() => setMenuCount(adminPaths.complaints, open), [open]);
  return null;
}
