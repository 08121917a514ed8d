import { expect, test } from "vitest";
import { agreeDelivery } from "./agree-delivery.ts";

const address = { address_line: "1 Road", city: "Lima", state: "", pincode: "15001", country: "Peru", mobile: "987654321" };
const offers = { on: true, exceptions: [], collection: { address: "12 Market Street", times: [] } };
const agree = (plan: typeof offers & { zones: [] }) =>
  agreeDelivery({ terms: { plan, timeZone: "UTC", now: new Date() }, asked: undefined, address, lines: [], taken: 0 });

test("who asks for no way at a shop that only offers pickup is told so, instead of to choose another address", () => {
  expect(() => agree({ ...offers, zones: [] })).toThrow("Orders can only be picked up. Choose pickup.");
});
