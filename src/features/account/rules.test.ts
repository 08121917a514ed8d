import { describe, expect, test } from "vitest";
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { judgePassword, judgeRefresh, type KnownRefreshToken } from "./rules.ts";

describe("a new password", () => {
  test.each([
    ["1234567", "short"],
    ["🙂🙂🙂🙂", "short"], // four characters, though eight code units
    ["password", "common"],
    ["PassWord123", "common"],
    ["iloveyou", "common"],
    ["Ana@Shop.example", "email"],
  ])("%s is refused: %s", (password, reason) => {
    expect(judgePassword(password, "ana@shop.example")).toEqual({ ok: false, reason });
  });

  test.each(["tomate-y-ajo", "🙂🙂🙂🙂🙂🙂🙂🙂", "passwordpasswordx", "        x"])("%s may be chosen", (password) => {
    expect(judgePassword(password, "ana@shop.example")).toEqual({ ok: true });
  });

  test("the list holds some hundred passwords that the length alone would let in", () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(300);
    for (const password of COMMON_PASSWORDS) expect(judgePassword(password, "")).toEqual({ ok: false, reason: "common" });
  });
});

describe("API-7 a refresh token", () => {
  const fresh: KnownRefreshToken = { expired: false, usedSecondsAgo: null, sessionRevoked: false, userActive: true };

  test("is exchanged once; used again within 10 seconds it tells the same successor, later it is a theft", () => {
    expect(judgeRefresh(fresh)).toEqual({ ok: true, first: true });
    // Of two requests at once the later may have begun earlier.
    for (const usedSecondsAgo of [-0.2, 0, 9.9, 10]) expect(judgeRefresh({ ...fresh, usedSecondsAgo })).toEqual({ ok: true, first: false });
    expect(judgeRefresh({ ...fresh, usedSecondsAgo: 10.1 })).toEqual({ ok: false, reason: "reused" });
  });

  test.each([{ expired: true }, { sessionRevoked: true }, { userActive: false }])("does not count where %o", (change) => {
    expect(judgeRefresh({ ...fresh, ...change })).toEqual({ ok: false, reason: "over" });
    expect(judgeRefresh({ ...fresh, ...change, usedSecondsAgo: 1 })).toEqual({ ok: false, reason: "over" });
  });

  test("that nobody knows does not count", () => {
    expect(judgeRefresh(undefined)).toEqual({ ok: false, reason: "over" });
  });
});
