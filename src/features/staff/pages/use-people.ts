import type { InputOf } from "#shared/endpoint.ts";
import { call } from "#web/call.ts";
import { readAgain } from "#web/session/session.ts";
import { usePersonalPages } from "#web/use-personal-pages.ts";
import { listStaff } from "../contract.ts";

const NAME = ["staff"];

/** The people a search finds, page by page. */
export function usePeople({ search, role }: { search: string; role: InputOf<typeof listStaff>["role"] }) {
  return usePersonalPages([...NAME, search, role], (before, options) =>
    call(listStaff, { ...(search && { search }), ...(role && { role }), ...before }, options),
  );
}

export const readPeopleAgain = () => readAgain(NAME);
