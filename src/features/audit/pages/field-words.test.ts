import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "#shared/settings.ts";
import { addCoupon } from "#features/coupons/contract.ts";
import { said } from "./change-list.tsx";
import { FIELD_NAMES, fieldInWords } from "./field-words.ts";
import { thingInWords } from "./value-words.ts";

it("names every setting in words, not as the code does", () => {
  for (const name of Object.keys(DEFAULT_SETTINGS)) expect(fieldInWords(name)).toMatch(/^(?:Yape|Spanish.*|[a-z ,]+(?: in Spanish)?)$/);
  expect(fieldInWords("orderEmails")).toBe("email about new orders");
  expect(fieldInWords("PayPal keys")).toBe("PayPal keys");
  expect(fieldInWords("someNew_field")).toBe("some new field");
});

it("has a name of its own, which is in the catalogue, for every field of settings and coupons", () => {
  const fields = [...Object.keys(DEFAULT_SETTINGS), ...Object.keys(addCoupon.input!.shape), "ended"];
  expect(fields.filter((name) => !(name in FIELD_NAMES))).toEqual([]);
});

it.each([
  ["kind", "percent", "percent"],
  ["askIfMissing", false, "no"],
  ["on", true, "yes"],
  ["refundLimitCents", 5000, "$50.00"],
  ["freeFromCents", null, "none"],
  [
    "delivery_address",
    // In the order in which PostgreSQL returns them.
    { city: "Lima", state: "Lima", mobile: "+51 999 888 777", country: "Peru", pincode: "15001", address_line: "1 Quay Street" },
    "1 Quay Street, Lima, Lima 15001, Peru, +51 999 888 777",
  ],
  [
    "hours",
    [
      [
        { from: "09:00", to: "13:00" },
        { from: "16:00", to: "20:30" },
      ],
      [],
    ],
    "09:00–13:00, 16:00–20:30; closed",
  ],
  ["hours", [{ from: "08:00", to: "20:30" }, null], "08:00–20:30; closed"], // by an earlier version
  ["times", [{ days: [0], from: "09:00", to: "12:00" }], "1"],
  ["emails", { "orders.placed-email": { subject: "Hi" } }, "1"],
  ["emails_es", { "orders.placed-email": { subject: "Hi" } }, "1"],
  ["taxHundredths", 1800, "18%"],
  ["delivery_address", { address_line: "1 Quay Street", pincode: "15001" }, "1 Quay Street, 15001"],
  ["ways", ["culqi", "cash"], "Card, Cash on delivery"],
  ["more_details", { Origin: "Peru" }, "Origin: Peru"],
])("says the value of %s", (name, value, words) => expect(said(name, value)).toBe(words));

it("leaves names that people chose as they are", () => {
  expect(thingInWords("message", "a message")).toBe("a message");
  expect(thingInWords("product", "Delivery")).toBe("Delivery");
});
