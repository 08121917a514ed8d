import { expect, test, vi } from "vitest";
import { destinationOf, sharedArea, zoneOf } from "./rules.ts";
import type { Zone } from "../rules.ts";

const zone = (name: string, areas: string[]): Zone => ({
  id: name,
  name,
  areas,
  feeCents: 500,
  freeFromCents: null,
  minimumCents: 0,
  times: [],
});
const find = (zones: Zone[], postcode: string, city = "") => zoneOf({ zones }, { postcode, city })?.name;

test("a place belongs to the zone with its postcode or city, however they are written", () => {
  const zones = [zone("Centro", ["15001", "LIMA 15*", "San Isidro"]), zone("Beach", ["SW1A 2*", "Cañete"])];
  for (const [postcode, city] of [
    ["15001"],
    [" 15-001 "],
    ["lima 15074"],
    ["LIMA15"],
    ["", "san isidro"],
    ["99999", "SAN  ISIDRO"],
  ] as const)
    expect([postcode, city, find(zones, postcode, city)]).toEqual([postcode, city, "Centro"]);
  expect(find(zones, "sw1a2aa")).toBe("Beach");
  expect(find(zones, "", "Canete")).toBe("Beach");
  for (const place of ["", "150011", "1500", "LIMA 14", "Isidro", "*"])
    expect([place, find(zones, place, place)]).toEqual([place, undefined]);
});

test("the zone that names a place exactly goes first, then the longest beginning, then the first", () => {
  const zones = [zone("Lima", ["15*"]), zone("South", ["150*", "Ancón"]), zone("Corner", ["15001"]), zone("Others", ["15*", "150*"])];
  expect(["15001", "15002", "15101"].map((postcode) => find(zones, postcode))).toEqual(["Corner", "South", "Lima"]);
});

test("thousands of postcodes are read once, not for every place", () => {
  const zones = Array.from({ length: 20 }, (_, n) =>
    zone(
      `Zone ${n}`,
      Array.from({ length: 1000 }, (_one, m) => `Área ${n}x${m}*`),
    ),
  );
  const normalize = vi.spyOn(String.prototype, "normalize");
  for (let n = 0; n < 100; n++) expect(find(zones, `area ${n % 20}x999, 2nd floor`)).toBe(`Zone ${n % 20}`);
  const { length } = normalize.mock.calls;
  normalize.mockRestore();
  expect(length).toBeLessThan(20 * 1000 + 100 * 10);
});

test("an area needs letters or digits", () => {
  expect(find([zone("All", ["*", "-"])], "15001")).toBeUndefined();
});

test("areas of two zones are found, written alike or not", () => {
  expect(sharedArea([{ areas: ["15001", "15001"] }, { areas: ["150*"] }])).toBeUndefined();
  expect(sharedArea([{ areas: ["15 001"] }, { areas: ["150*", "15-001"] }])).toBe("15-001");
});

const DISTRICTS = [zone("Miraflores", ["Miraflores", "15074"]), zone("South", ["Barranco", "Santiago de Surco", "15063"])];

test.each([
  ["15074 Miraflores"],
  ["Miraflores 15074"],
  ["15074, Lima"],
  ["PE-15074"],
  ["Lima PE-15074"],
  ["Miraflores, Lima"],
  ["Miraflores (Lima)"],
  ["Miraflores - Lima"],
  ["Distrito de Miraflores"],
  ["miraflores district, Lima"],
  ["Av. Larco 345, Miraflores"],
])("a postcode and a place are found in what people type: %s", (typed) => {
  expect(find(DISTRICTS, typed, typed)).toBe("Miraflores");
  expect(find(DISTRICTS, "", typed)).toBe("Miraflores");
});

test.each([
  // Streets and larger places have the names of districts, and so have districts of other towns.
  ["Lima, Miraflores"],
  ["San Juan de Miraflores"],
  ["Calle Miraflores 123"],
  ["Miraflores 123, Surquillo"],
  ["Surco"],
  ["04001 Miraflores"],
  ["Miraflores, Arequipa 04001"],
  ["15074x Lima"],
])("a place that only sounds like a zone's is in none: %s", (typed) => {
  expect(find(DISTRICTS, typed, typed)).toBeUndefined();
});

test("numbers of houses are no postcodes, and an exact postcode goes before the beginning of another", () => {
  const zones = [zone("All", ["150*"]), zone("Corner", ["15074", "150"])];
  for (const typed of ["Av. Larco 150", "Av. Larco, 150, Lima", "Calle 1500 Lima"]) expect(find(zones, typed, typed)).toBeUndefined();
  expect(find(zones, "15074 Miraflores", "15074 Miraflores")).toBe("Corner");
  expect(find(zones, "15048 Miraflores", "15048 Miraflores")).toBe("All");
  expect(find(zones, "PE-15048")).toBe("All");
});

const lima = { address_line: "Av. Larco 345", city: "Lima", state: "Lima", pincode: "15046" };
const findAddress = (address: Partial<typeof lima>, zones: Zone[] = DISTRICTS) =>
  zoneOf({ zones }, destinationOf({ ...lima, ...address }))?.name;

test("the district of an address is found after the street and before the region, with a postcode near the zone's", () => {
  for (const written of [
    { address_line: "Av. Larco 345, Miraflores" },
    { address_line: "Av. Larco 345, Dpto. 401, Distrito de Miraflores, Lima" },
    { address_line: "Av. Larco 345 - Miraflores" },
    { state: "Miraflores, Lima" },
    { state: "Distrito de Miraflores" },
  ])
    expect([written, findAddress(written)]).toEqual([written, "Miraflores"]);
});

test("an address is never in a zone that its street, its region or another town has the name of", () => {
  for (const written of [
    {},
    { address_line: "Miraflores" },
    { address_line: "Calle Miraflores 345, Surquillo" },
    { address_line: "Miraflores 345, Surquillo" },
    { address_line: "Av. Lima 1, Urb. Miraflores" },
    { address_line: "Av. Lima 1, Miraflores", city: "Arequipa", state: "Arequipa", pincode: "04001" },
    { address_line: "Av. Lima 1, Miraflores, Barranco" },
  ])
    expect([written, findAddress(written)]).toEqual([written, undefined]);
  const capital = [zone("Lima", ["Lima", "15101"])];
  expect(findAddress({ city: "Huacho", pincode: "15136" }, capital)).toBeUndefined();
  expect(findAddress({ address_line: "Av. Lima 1, Miraflores" }, [zone("Miraflores", ["Miraflores"])])).toBeUndefined();
  // Postcode and city decide first.
  expect(findAddress({ address_line: "Av. Lima 1, Miraflores", city: "Barranco" })).toBe("South");
});

test("a zone that names no postcode takes its name where it stands alone, but not another town's", () => {
  const named = [zone("Miraflores", ["Miraflores"])];
  for (const city of ["Miraflores", "Distrito de Miraflores"]) expect(find(named, "15074", city)).toBe("Miraflores");
  expect(find(named, "04001", "Miraflores, Arequipa")).toBeUndefined();
});

test("of an address, neither street nor house leave the browser to ask for its zone", () => {
  expect(destinationOf({ ...lima, address_line: "Av. Larco 345, Dpto. 401, Miraflores" })).toEqual({
    postcode: "15046",
    city: "Lima",
    district: "Miraflores",
  });
  expect(destinationOf(lima)).toEqual({ postcode: "15046", city: "Lima" });
});
