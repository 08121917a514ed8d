import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeStorage } from "../../../../tests/support/fake-storage.ts";

/** What was sent to the shop. */
let sent: [address: string, authorization: string | undefined, keepalive: boolean | undefined][];
let responses: (() => Promise<Response>)[];
let signOut: typeof import("./sign-out.ts").signOut;
let session: typeof import("#web/session/session.ts").currentSession;

const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const THE_LOGOUT = ["/api/user/logout", "Bearer x.ana.x", true];

beforeEach(async () => {
  [sent, responses] = [[], []];
  vi.stubGlobal("localStorage", fakeStorage());
  vi.stubGlobal("sessionStorage", fakeStorage());
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("fetch", (address: string, { headers, keepalive }: RequestInit) => {
    sent.push([address, new Headers(headers).get("authorization") ?? undefined, keepalive]);
    return responses.shift()!();
  });
  vi.useFakeTimers();
  // As in a page that has just been opened.
  vi.resetModules();
  ({ signOut } = await import("./sign-out.ts"));
  ({ currentSession: session } = await import("#web/session/session.ts"));
  (await import("#web/session/tokens.ts")).storeTokens("x.ana.x", "refresh");
  localStorage.setItem("stored-cart", "bread");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("ACC-8 everything of a person is gone before the shop responds, and the call outlasts the page", async () => {
  responses = [() => new Promise(() => {})];
  expect(session().status).toBe("signed-in");
  void signOut();
  expect([Object.keys(localStorage), session().status]).toEqual([[], "signed-out"]);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([THE_LOGOUT]);
});

test("ACC-8 a logout without a response is sent again with the token that was removed", async () => {
  responses = [lost, lost, async () => Response.json({ success: true, error: false, message: "You are logged out" })];
  const message = signOut();
  await vi.runAllTimersAsync();
  expect(await message).toBe("You are logged out");
  expect(sent).toEqual([THE_LOGOUT, THE_LOGOUT, THE_LOGOUT]);
});

test("ACC-8 a logout that never gets a response fails, so that the person is told", async () => {
  responses = [lost, lost, lost];
  const failed = expect(signOut()).rejects.toMatchObject({ status: 0 });
  await vi.runAllTimersAsync();
  await failed;
});
