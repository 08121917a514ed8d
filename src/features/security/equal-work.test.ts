import * as argon2 from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import * as contract from "./contract.ts";

vi.mock("@node-rs/argon2", { spy: true });

const NEW = "another pantry of one's own";

/** How a call ends, and how many passwords are compared and hashed for it. */
async function workOf(call: () => Promise<{ status: number }>) {
  vi.clearAllMocks();
  const { status } = await call();
  return { status, compared: vi.mocked(argon2.verify).mock.calls.length, hashed: vi.mocked(argon2.hash).mock.calls.length };
}

test("a refused password change or deletion takes the same work whether the password was right or wrong", async () => {
  const shop = await openTestShop({ RATE_LIMIT: "on" });
  const { token } = await signUp(shop);
  const change = (password: string) => shop.call(contract.changePassword, { password, newPassword: NEW, confirmPassword: NEW }, { token });
  const remove = (password: string) => shop.call(contract.deleteAccount, { password }, { token });
  expect(await workOf(() => change("wrong"))).toEqual({ status: 400, compared: 1, hashed: 1 });
  for (let n = 0; n < 9; n++) await change("wrong");
  for (const password of ["wrong", PASSWORD]) {
    expect(await workOf(() => change(password))).toEqual({ status: 429, compared: 1, hashed: 1 });
    expect(await workOf(() => remove(password))).toEqual({ status: 429, compared: 1, hashed: 0 });
  }
});
