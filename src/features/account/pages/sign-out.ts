import { call } from "#web/call.ts";
import { leaveForGood } from "#web/session/change-session.ts";
import { logout } from "../contract.ts";

/**
 * Ends the session on the server and removes all personal data from this browser, even if the server doesn't respond (ACC-8).
 * @returns the server's message
 * @throws CallError if the server did not end it
 */
export async function signOut(): Promise<string> {
  try {
    return (await call(logout, undefined)).message;
  } finally {
    leaveForGood();
  }
}
