import { Suspense } from "react";
import { useUser } from "#features/account/pages/use-user.ts";
import { may } from "#shared/roles.ts";
import { lazyExtra } from "#web/loading/lazy.ts";

const WaitingCount = lazyExtra(() => import("#features/complaints/pages/admin/waiting-count.tsx"));

/** Tells the staff's menus how many complaints wait. Also while the book is off: what was filed before must still be answered. */
export function WaitingComplaints() {
  const user = useUser();
  if (!user || !may(user.role, "manager")) return null;
  return (
    <Suspense>
      <WaitingCount />
    </Suspense>
  );
}
