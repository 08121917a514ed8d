import { toast } from "#ui/toast/toast.ts";
import { useNavigate } from "react-router";
import { messageOf } from "#web/call.ts";
import { isUnanswered } from "#web/sending/insist.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { signOut } from "./sign-out.ts";

/** Logs out, goes home and shows the server's message (ACC-8, STAT-9). Failures are toasted too (STAT-8). */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const told = signOut().then(
      (message) => toast.success(message),
      (error: unknown) => toast.error(isUnanswered(error) ? STILL_OPEN : messageOf(error)),
    );
    await navigate(paths.home);
    await told;
  };
}

const STILL_OPEN = t("You're logged out here, but the shop didn't respond. Next time you log in, log out this session under Your devices.");
