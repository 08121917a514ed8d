import { useUser } from "#features/account/pages/use-user.ts";
import { seesCosts } from "#shared/roles.ts";

/** Whether the person may see and set what products cost the shop. */
export function useSeesCosts(): boolean {
  const user = useUser();
  return user !== undefined && seesCosts(user.role);
}
