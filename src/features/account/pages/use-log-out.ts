import { useState } from "react";
import { toast } from "#ui/toast.ts";
import { useNavigate } from "react-router";
import { messageOf } from "#web/call.ts";
import { paths } from "#web/paths.ts";
import { signOut } from "./sign-out.ts";

/** Logs out, says so in the shop's words, and leads home (ACC-8, STAT-9). A failure is toasted too (STAT-8). */
export function useLogOut(): { logOut: () => Promise<void>; busy: boolean } {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    async logOut() {
      setBusy(true);
      try {
        toast.success(await signOut());
      } catch (error) {
        toast.error(messageOf(error));
      } finally {
        setBusy(false);
        await navigate(paths.home);
      }
    },
  };
}
