import { useEffect } from "react";
import { ADMIN } from "#web/first-paint.ts";
import type { User } from "../contract.ts";

/** Remembers in this browser whether its user is an admin, and marks <html>, so that the back office is full width from the first paint. */
export function useAdminMark(user: User | undefined): void {
  useEffect(() => {
    if (!user) return;
    const isAdmin = user.role === "ADMIN";
    document.documentElement.toggleAttribute("data-admin", isAdmin);
    if (isAdmin) localStorage.setItem(ADMIN, "yes");
    else localStorage.removeItem(ADMIN);
  }, [user]);
}
