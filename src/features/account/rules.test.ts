import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commonPasswords, makeList } from "../../../bin/make-common-passwords.ts";
import { isCommonPassword, LIST } from "./password/common-passwords.ts";
import { judgePassword, judgeRefresh, type KnownRefreshToken } from "./rules.ts";

const judge = (password: string) => judgePassword(password, "ana@shop.example", isCommonPassword);

describe("a new password", () => {
  test.each([
    ["1234567", "short"],
    ["🙂🙂🙂🙂", "short"], // four characters, though eight code units
    ["password", "common"],
    ["PassWord123", "common"],
    ["iloveyou", "common"],
    ["Sunshine2031!!", "common"],
    ["12345678..", "common"],
    ["despensa!", "common"],
    ["aaaaaaaaaaaaa", "common"],
    ["🙂🙂🙂🙂🙂🙂🙂🙂", "common"],
    ["          ", "common"],
    ["\u00a0\t      ", "common"],
    ["Ana@Shop.example", "email"],
  ])("%j is refused: %s", (password, reason) => {
    expect(judge(password)).toEqual({ ok: false, reason });
  });

  test.each(["tomate-y-ajo", "🙂🙃🙂🙃🙂🙃🙂🙃", "passwordpasswordx", "2024 sunshine on us"])("%j is accepted", (password) => {
    expect(judge(password)).toEqual({ ok: true });
  });

  test("the list holds the package's words and the shop's own: more than 50,000 in less than 400 KB", () => {
    const passwords = commonPasswords();
    const list = readFileSync(LIST);
    expect(list).toEqual(makeList(passwords));
    expect(passwords.size).toBeGreaterThan(50_000);
    expect(list.length / 5).toBeGreaterThan(50_000);
    expect(list.length).toBeLessThan(400_000);
    for (const password of passwords) if (!isCommonPassword(password)) expect(password).toBe("in the list");
  });
});

describe("API-7 a refresh token", () => {
  const fresh: KnownRefreshToken = { expired: false, usedSecondsAgo: null, sessionOver: false, userActive: true };

  test("is exchanged once; reusing it within 10 seconds returns the same successor, later it counts as theft", () => {
    expect(judgeRefresh(fresh)).toEqual({ ok: true, first: true });
    // Of two concurrent requests, the later one may have started earlier.
    for (const usedSecondsAgo of [-0.2, 0, 9.9, 10]) expect(judgeRefresh({ ...fresh, usedSecondsAgo })).toEqual({ ok: true, first: false });
    expect(judgeRefresh({ ...fresh, usedSecondsAgo: 10.1 })).toEqual({ ok: false, reason: "reused" });
  });

  test.each([{ expired: true }, { sessionOver: true }, { userActive: false }])("is invalid when %o", (change) => {
    expect(judgeRefresh({ ...fresh, ...change })).toEqual({ ok: false, reason: "over" });
    expect(judgeRefresh({ ...fresh, ...change, usedSecondsAgo: 1 })).toEqual({ ok: false, reason: "over" });
  });

  test("is invalid when it is unknown", () => {
    expect(judgeRefresh(undefined)).toEqual({ ok: false, reason: "over" });
  });
});
