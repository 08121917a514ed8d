import { expect, test } from "vitest";
import { isStaff, may, needsTwoStep, ROLES, type Access } from "./roles.ts";

test("each role may do what the ones before it may, and whoever is not listed may not", () => {
  const table = Object.fromEntries(
    (["anyone", "user", "picker", "manager", "admin"] satisfies Access[]).map((access) => [
      access,
      ROLES.filter((role) => may(role, access)),
    ]),
  );
  expect(table).toEqual({
    anyone: ["USER", "PICKER", "MANAGER", "ADMIN"],
    user: ["USER", "PICKER", "MANAGER", "ADMIN"],
    picker: ["PICKER", "MANAGER", "ADMIN"],
    manager: ["MANAGER", "ADMIN"],
    admin: ["ADMIN"],
  });
  // A stored role that this version doesn't know may do nothing that needs a login.
  expect(may("OWNER" as never, "user")).toBe(false);
});

test("shoppers are not staff; managers and admins need two steps", () => {
  expect(ROLES.filter(isStaff)).toEqual(["PICKER", "MANAGER", "ADMIN"]);
  expect(ROLES.filter(needsTwoStep)).toEqual(["MANAGER", "ADMIN"]);
});
