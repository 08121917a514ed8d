import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./passwords.ts";

test("a password matches its own hash only, and no hash at all never", async () => {
  const hash = await hashPassword("the keys of the pantry");
  expect(await isPassword("the keys of the pantry", hash)).toBe(true);
  expect(await isPassword("the keys of the cellar", hash)).toBe(false);
  expect(await isPassword("the keys of the pantry", undefined)).toBe(false);
});

test("a burst from one network doesn't hold up the login of another", async () => {
  const done: string[] = [];
  const login = async (turn: string) => {
    await hashPassword("the keys of the pantry", turn);
    done.push(turn);
  };
  await Promise.all([...Array.from({ length: 20 }, () => login("10.0.0.1")), login("10.0.0.2")]);
  expect(done.indexOf("10.0.0.2")).toBeLessThan(6);
});
