import { expect, test } from "vitest";
import { networkOf, networksOf } from "./networks.ts";

test("the networks of an address", () => {
  expect(networksOf("2001:db8:1:2:3::4")).toEqual({ narrow: "2001:db8:1:2", wide: "2001:db8:1" });
  expect(networksOf("203.0.113.9")).toEqual({ narrow: "203.0.113.9" });
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:4711", "203.0.113.9"],
  ["[2001:db8:1:2::9]:4711", "2001:db8:1:2"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["0:0:0:0:0:FFFF:cb00:7109", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0db8:1:0002::9", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::", "fe80:0:0:0"],
])("limits count %s as %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
