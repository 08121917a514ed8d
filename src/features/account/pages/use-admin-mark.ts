import { useEffect } from "react";
import { isStaff } from "#shared/roles.ts";
import { ADMIN } from "#web/preferences/first-paint.ts";
import type { User } from "../contract.ts";

/** Remembers in this browser whether its user works for the shop, and marks <html>, so that the back office is full width from the first paint. */
export function useAdminMark(user: User | undefined): void {
  useEffect(() => {
    if (!user) return;
    const isAdmin = isStaff(user.role);
    document.documentElement.toggleAttribute("data-admin", isAdmin);
    if (isAdmin) localStorage.setItem(ADMIN, "yes");
    else localStorage.removeItem(ADMIN);
  }, [user]);
}
