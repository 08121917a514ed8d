import { useNavigate, type NavigateOptions } from "react-router";
import { localPath } from "#words/language.ts";
import { openInstead } from "./stuck-router.ts";

/** Opens a page of the shop: by the router, or whole where that can't. */
export function useOpenPage(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return (to, options) => {
    const { href, pathname } = new URL(localPath(to), location.href);
    const isElsewhere = pathname !== location.pathname;
    const instead = isElsewhere && openInstead();
    if (instead) void instead(href);
    else void navigate(to, options);
  };
}
