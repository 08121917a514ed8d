import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { fakeStorage } from "../../../tests/support/fake-storage.ts";

const browser = new EventTarget();
vi.stubGlobal("localStorage", fakeStorage());
vi.stubGlobal("sessionStorage", fakeStorage());
vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
afterAll(() => vi.unstubAllGlobals());

// As in a page that has just been opened, whatever other tests did before.
vi.resetModules();
const { currentSession } = await import("./session.ts");
const { leaveForGood, signIn } = await import("./change-session.ts");
const { bearerHeader, dropTokens, renewTokens, storeTokens } = await import("./tokens.ts");

const tokenOf = (sub: string, iat: number) => `e30.${Buffer.from(JSON.stringify({ sub, sid: `${sub}-1`, iat })).toString("base64url")}.x`;

test("ACC-9 a page restored by Back notices that another person has logged in", () => {
  storeTokens(tokenOf("ana", 1), "first");
  const { person } = currentSession();
  storeTokens(tokenOf("ana", 2), "renewed");
  browser.dispatchEvent(new Event("pageshow"));
  expect(currentSession()).toMatchObject({ status: "signed-in", person });
  storeTokens(tokenOf("ben", 3), "another");
  browser.dispatchEvent(new Event("pageshow"));
  expect(currentSession()).toMatchObject({ status: "signed-in", person: person + 1 });
});

const logInInThisTab = (sub: string) => signIn(tokenOf(sub, 4), "login");
const noticeAnotherTab = () => browser.dispatchEvent(Object.assign(new Event("storage"), { key: "refreshToken" }));
const logOutInAnotherTab = () => {
  dropTokens();
  noticeAnotherTab();
};
/** As in the code of another tab, which shares nothing but the local storage. */
async function inAnotherTab<T>(work: (tab: typeof import("./tokens.ts")) => T): Promise<T> {
  vi.resetModules();
  return work(await import("./tokens.ts"));
}

test("what a person chose in a tab goes with their logout, in this tab or another; what a guest chose stays when they log in", () => {
  logOutInAnotherTab();
  sessionStorage.setItem("coupon", "LIMA10");
  logInInThisTab("ana");
  expect(sessionStorage.getItem("coupon")).toBe("LIMA10");
  logOutInAnotherTab();
  expect(sessionStorage.getItem("coupon")).toBeNull();

  logInInThisTab("ana");
  sessionStorage.setItem("coupon", "LIMA10");
  localStorage.setItem("deliver-to", "15001");
  localStorage.setItem("theme", "dark");
  leaveForGood();
  expect([sessionStorage.getItem("coupon"), localStorage.getItem("deliver-to"), localStorage.getItem("theme")]).toEqual([
    null,
    null,
    "dark",
  ]);
});

describe.each([
  ["ana", "LIMA10"],
  ["ben", null],
])("what ana chose where her session was lost, %s finds as %s after the next login", (next, found) => {
  beforeEach(() => {
    leaveForGood();
    logInInThisTab("ana");
    sessionStorage.setItem("coupon", "LIMA10");
    vi.stubGlobal("fetch", async () => new Response(null, { status: 401 }));
  });

  test("in the tab that lost it", async () => {
    expect(await renewTokens(bearerHeader()!)).toBe("lost");
    expect(currentSession()).toMatchObject({ status: "signed-out", ended: "lost" });
    logInInThisTab(next);
    expect(sessionStorage.getItem("coupon")).toBe(found);
  });

  test("in another tab, which the login may be in as well", async () => {
    expect(await inAnotherTab((tab) => tab.renewTokens(bearerHeader()!))).toBe("lost");
    noticeAnotherTab();
    expect(currentSession()).toMatchObject({ status: "signed-out" });
    expect(sessionStorage.getItem("coupon")).toBe("LIMA10");
    await inAnotherTab((tab) => tab.storeTokens(tokenOf(next, 5), "login"));
    noticeAnotherTab();
    expect(sessionStorage.getItem("coupon")).toBe(found);
    // A logout clears everything, unlike a session that the shop ended.
    logOutInAnotherTab();
    expect(sessionStorage.getItem("coupon")).toBeNull();
  });
});

test.each([
  ["is cut", () => new Response('{"data": {"acc')],
  ["is another network's", () => Response.json({ logIn: "here" })],
])("a renewal whose response %s is asked for again, and nobody is logged out", async (_title, response) => {
  const responses = [response(), Response.json({ data: { accessToken: tokenOf("ana", 7), refreshToken: "renewed" } })];
  logInInThisTab("ana");
  vi.stubGlobal("fetch", async () => responses.shift() ?? response());
  expect(await renewTokens(bearerHeader()!)).toBe("fresh");
  expect(bearerHeader()).toBe(`Bearer ${tokenOf("ana", 7)}`);
  expect(await renewTokens(bearerHeader()!)).toBe("unanswered");
  expect(currentSession().status).toBe("signed-in");
});

test("a tab that was asleep when the person logged out forgets what they chose", async () => {
  sessionStorage.setItem("chooser", "ana");
  sessionStorage.setItem("coupon", "LIMA10");
  dropTokens();
  vi.resetModules();
  (await import("./session.ts")).currentSession();
  expect(sessionStorage.getItem("coupon")).toBeNull();
});
