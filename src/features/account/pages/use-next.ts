import { useSearchParams } from "react-router";
import { paths } from "#web/paths.ts";

/** Where the person was going before they had to log in; always a page of this shop. */
export function useNext(): { next: string; search: string } {
  const [parameters] = useSearchParams();
  const next = ownPath(parameters.get("next"));
  return { next, search: next === paths.home ? "" : `?next=${encodeURIComponent(next)}` };
}

function ownPath(asked: string | null): string {
  // Only a plain path: "//elsewhere", "/\elsewhere" and "https://elsewhere" lead away.
  if (!asked?.startsWith("/") || /^\/[/\\]|[\s\\]/.test(asked)) return paths.home;
  return [paths.login, paths.register].some((entry) => asked.startsWith(entry)) ? paths.home : asked;
}
