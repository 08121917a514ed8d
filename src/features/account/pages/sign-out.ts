import { call } from "#web/call.ts";
import { insist } from "#web/sending/insist.ts";
import { leaveForGood } from "#web/session/change-session.ts";
import { bearerHeader } from "#web/session/tokens.ts";
import { logout } from "../contract.ts";

/**
 * Removes all personal data from this browser, and then ends the session on the server: the page may be left before the server responds
 * (ACC-8).
 * @returns the server's message
 * @throws CallError if the server did not end it
 */
export async function signOut(): Promise<string> {
  const bearer = bearerHeader()?.replace("Bearer ", "") ?? "";
  leaveForGood();
  // An expired token ends its session too.
  return (await insist(() => call(logout, undefined, { bearer, keepalive: true }))).message;
}
