import { useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { useNavigate } from "react-router";
import { messageOf } from "#web/call.ts";
import { paths } from "#web/paths.ts";
import { signOut } from "./sign-out.ts";

/** Logs out, shows the server's message and goes home (ACC-8, STAT-9). Failures are toasted too (STAT-8). */
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
