import { useNavigate, type NavigateOptions } from "react-router";
import { localPath } from "#words/language.ts";
import { isCutOff } from "./cut-off.ts";
import { openInstead } from "./stuck-router.ts";

/**
 * Opens a page of the shop. While cut off, the browser loads it: the router would look for code and data that may be missing, and the service
 * worker has whole pages.
 */
export function useOpenPage(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return (to, options) => {
    const { href, pathname } = new URL(localPath(to), location.href);
    const isElsewhere = pathname !== location.pathname;
    const instead = openInstead();
    if (isElsewhere && instead) void instead(href);
    else if (isElsewhere && isCutOff() && navigator.serviceWorker?.controller) location.assign(href);
    else void navigate(to, options);
  };
}
