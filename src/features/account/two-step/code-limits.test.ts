import { TOTP, Secret } from "otpauth";
import { describe, expect, test } from "vitest";
import { PASSWORD, signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { login } from "../contract.ts";
import * as contract from "./contract.ts";

/** A code of an app, some 30-second steps away from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: Date.now() + steps * 30_000 });

const from = (ip: string, cookie = "") => ({ headers: { "x-forwarded-for": ip, cookie } });

/** Somebody with a second step, whose network and browser the account knows since that was added. */
async function openBesieged() {
  const limited = await openTestShop({ RATE_LIMIT: "on", TRUST_PROXY: "127.0.0.1" });
  const ana = await signUp(limited, { isConfirmed: true });
  const { email } = ana.user;
  const before = await limited.call(login, { email, password: PASSWORD }, from("198.51.100.9"));
  const { body } = await limited.call(contract.startAuthenticator, { password: PASSWORD }, { token: ana.token });
  const added = await limited.call(
    contract.confirmAuthenticator,
    { code: codeOf(body.data.secret, -1) },
    { token: ana.token, ...from("203.0.113.1") },
  );
  const cookieOf = ({ headers }: typeof before) => [headers["set-cookie"]].flat()[0]!.split(";")[0]!;
  const cookie = cookieOf(added);
  const due = async (where: object) => (await limited.call(login, { email, password: PASSWORD }, where)).body.data.ticket as string;
  /** Tries 25 wrong codes. @returns how many of them were compared */
  const guess = async (where: object) => {
    const tickets = await Promise.all(Array.from({ length: 5 }, () => due(where)));
    const statuses = [];
    for (const ticket of tickets)
      for (let n = 0; n < 5; n++) statuses.push((await limited.call(contract.secondStep, { ticket, code: "000000" }, where)).status);
    return statuses.filter((status) => status === 400).length;
  };
  const codeNow = () => codeOf(body.data.secret);
  const enter = async (where: object, code = codeNow()) =>
    (await limited.call(contract.secondStep, { ticket: await due(where), code }, where)).status;
  return { guess, enter, codeNow, cookie, earlierCookie: cookieOf(before) };
}

describe("wrong codes are limited", () => {
  test("per account, but someone who knows the password can't keep the owner out of a known browser or network", async () => {
    const { guess, enter, codeNow, cookie } = await openBesieged();
    expect(await guess(from("198.51.100.1"))).toBe(20);
    expect(await enter(from("198.51.100.2"))).toBe(429);
    const code = codeNow();
    expect(await enter(from("203.0.113.1"), code)).toBe(200);
    expect(await guess(from("203.0.113.1"))).toBe(20);
    expect(await enter(from("203.0.113.1", cookie), code)).toBe(400); // it was used, but it was compared
  });

  test("and in a known browser, too", async () => {
    const { guess, enter, cookie } = await openBesieged();
    expect(await guess(from("198.51.100.1", cookie))).toBe(20);
    expect([await enter(from("198.51.100.1", cookie)), await enter(from("198.51.100.1"))]).toEqual([429, 200]);
  });

  test("and for someone who had logged in with the password before there were codes, as for strangers", async () => {
    const { guess, enter, cookie, earlierCookie } = await openBesieged();
    expect(await guess(from("198.51.100.1"))).toBe(20);
    expect(await guess(from("198.51.100.9", earlierCookie))).toBe(0);
    expect(await enter(from("198.51.100.9", cookie))).toBe(200);
  });
});
