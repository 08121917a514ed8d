import { expect, test } from "vitest";
import { addressFields } from "./contract.ts";
import { isSameAddress } from "./rules.ts";

const home = { address_line: "1 Quay Street", city: "Santa Rosa", state: "Lima", country: "Peru", pincode: "15001", mobile: "999888777" };

test("addresses are the same if all of their fields are, whatever else they hold", () => {
  expect(isSameAddress(home, { ...home, _id: "1" } as typeof home)).toBe(true);
  const alike = Object.keys(addressFields.shape).filter((field) => isSameAddress(home, { ...home, [field]: "another" }));
  expect(alike).toEqual([]);
});
