import { useEffect } from "react";
import { ADMIN } from "#web/first-paint.ts";
import type { User } from "../contract.ts";

/** Remembers in this browser whether an admin uses it, and marks <html> so: the back office is as wide from its first paint on. */
export function useAdminMark(user: User | undefined): void {
  useEffect(() => {
    if (!user) return;
    const isAdmin = user.role === "ADMIN";
    document.documentElement.toggleAttribute("data-admin", isAdmin);
    if (isAdmin) localStorage.setItem(ADMIN, "yes");
    else localStorage.removeItem(ADMIN);
  }, [user]);
}
