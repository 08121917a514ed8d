import { call } from "#web/call.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { userDetails, type User } from "../contract.ts";

const NAME = ["user"];

const read = async () => (await call(userDetails, undefined)).data;

/** The logged-in user; undefined while loading, or without a login (ACC-8, ACC-11). */
export function useUser(): User | undefined {
  return usePersonal(NAME, read).data;
}

/** Reloads the user; undefined unless loading failed (STAT-8: only logged). */
export function useUserReload(): (() => void) | undefined {
  const { data, isError, refetch } = usePersonal(NAME, read);
  return isError && !data ? () => void refetch() : undefined;
}

/** Refreshes the user wherever they are shown. */
export const readUserAgain = () => readAgain(NAME);
