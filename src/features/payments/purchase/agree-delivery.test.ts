import { expect, test } from "vitest";
import { agreeDelivery } from "./agree-delivery.ts";

const address = { address_line: "1 Road", city: "Lima", state: "", pincode: "15001", country: "Peru", mobile: "987654321" };
const offers = { on: true, exceptions: [], collection: { address: "12 Market Street", times: [] } };
const agree = (plan: typeof offers & { zones: [] }) =>
  agreeDelivery({ terms: { plan, timeZone: "UTC", now: new Date() }, asked: undefined, address, lines: [], placesTaken: 0 });

test("who asks for no way at a shop that only offers pickup is told so, instead of to choose another address", () => {
  expect(() => agree({ ...offers, zones: [] })).toThrow("Orders can only be picked up. Choose pickup.");
});

test("an order is delivered to the zone of a district that its address names after the street", () => {
  const zone = {
    id: "1",
    name: "Miraflores",
    areas: ["Miraflores", "15074"],
    feeCents: 300,
    freeFromCents: null,
    minimumCents: 0,
    times: [],
  };
  const agree = (address_line: string) =>
    agreeDelivery({
      terms: { plan: { ...offers, zones: [zone] }, timeZone: "UTC", now: new Date() },
      asked: { way: "delivery" },
      address: { ...address, state: "Lima", pincode: "15046", address_line },
      lines: [],
      placesTaken: 0,
    });
  expect(agree("Av. Larco 345, Miraflores")).toMatchObject({ feeCents: 300, agreed: { zone: "Miraflores" } });
  expect(() => agree("Calle Miraflores 345")).toThrow("We don't deliver to this address.");
});
