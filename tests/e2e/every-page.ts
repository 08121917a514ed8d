import type { RouteConfigEntry } from "@react-router/dev/routes";
import { paths } from "#web/paths.ts";
import routes from "../../src/site/routes.ts";
import type { Filled } from "./filled-shop.ts";

/** Pages that lead away, always or without what a form brings along. A test opens the latter through it. */
const LEADING_AWAY: readonly string[] = [paths.dashboard, paths.verificationOtp, paths.resetPassword];

/** The routes' pages for a guest, a shopper or an admin. */
export function everyPage({ values, queries }: Filled, person: "guest" | "shopper" | "admin"): string[] {
  return pagesIn(routes)
    .filter(({ address, isStaffOnly }) => {
      if (LEADING_AWAY.includes(address)) return false;
      if (person === "admin") return isStaffOnly;
      const isOwn = /^\/(dashboard|user|cart|checkout|favorites|lists|success)\b/.test(address);
      return !isStaffOnly && (person === "shopper" ? isOwn : !/^\/(checkout|dashboard|lists\/.)/.test(address));
    })
    .flatMap(({ address }) => withValues(address, values))
    .flatMap((address) => (queries[address] ?? [""]).map((query) => address + query));
}

function pagesIn(entries: readonly RouteConfigEntry[], above = "", isStaffOnly = false): { address: string; isStaffOnly: boolean }[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const address = path ? `${above}/${path}` : above;
    const isPage = index || (path && !children);
    const isBelowStaff = isStaffOnly || file.endsWith("staff-only.tsx");
    return [...(isPage ? [{ address: address || "/", isStaffOnly: isBelowStaff }] : []), ...pagesIn(children ?? [], address, isBelowStaff)];
  });
}

/** The addresses of a route, with each value of its parameters. */
function withValues(address: string, values: Filled["values"]): string[] {
  const part = address.split("/").find((one) => /^:|[?*]$/.test(one));
  if (part === undefined) return [address];
  const name = part.replace(":", "");
  const known = name === "*" ? ["not/a/page"] : values[name];
  if (!known) throw new Error(`Give the walk a value of ${name} in ${address}.`);
  return known.flatMap((value) => withValues(address.replace(`/${part}`, value && `/${value}`), values));
}
