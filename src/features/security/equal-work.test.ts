import { afterAll, expect, test, vi } from "vitest";
import { FairQueue } from "#server/limits/fair-queue.ts";
import { PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import * as contract from "./contract.ts";

const NEW = "another pantry of one's own";

/** Passwords are compared and hashed in a queue, in which people wait by their id. */
const queued = vi.spyOn(FairQueue.prototype, "run");
afterAll(() => queued.mockRestore());

test("a refused password change or deletion takes the same work whether the password was right or wrong", async () => {
  const shop = await openTestShop({ RATE_LIMIT: "on" });
  const { token, user } = await signUp(shop);
  const change = (password: string) => shop.call(contract.changePassword, { password, newPassword: NEW, confirmPassword: NEW }, { token });
  const remove = (password: string) => shop.call(contract.deleteAccount, { password }, { token });
  const workOf = async (call: () => Promise<{ status: number }>) => {
    queued.mockClear();
    const { status } = await call();
    return { status, passwords: queued.mock.calls.filter(([key]) => key === user._id).length };
  };
  for (let n = 0; n < 10; n++) await change("wrong");
  for (const password of ["wrong", PASSWORD]) {
    // One is compared, and the new one is hashed.
    expect(await workOf(() => change(password))).toEqual({ status: 429, passwords: 2 });
    expect(await workOf(() => remove(password))).toEqual({ status: 429, passwords: 1 });
  }
});
