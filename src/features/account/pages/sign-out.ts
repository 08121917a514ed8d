import { call } from "#web/call.ts";
import { leaveForGood } from "#web/session.ts";
import { logout } from "../contract.ts";

/**
 * Ends the session on the server and here. Nothing of the person stays in this browser, even if the server does not respond (ACC-8).
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
