import type { DeliveryPlan, Zone } from "../rules.ts";

/** Where an order should go, as far as zones are found by it. */
export interface Destination {
  postcode: string;
  city: string;
  /** Other parts of the address that may name the district, separated by commas. */
  district?: string | undefined;
}

/** Postcodes are written with and without spaces and dashes, cities with and without accents. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\p{M}\p{P}\p{Z}]/gu, "")
    .toUpperCase();
}

const partsOf = (text: string) =>
  text
    .split(/[,;/()\n]|\s[-–]\s/)
    .map((part) => part.trim())
    .filter(Boolean);

const hasDigit = (text: string) => /\d/.test(text);
/** The words that only say that a name is a district's. */
const CALLED_DISTRICT = /^(?:distrito|dist\.)\s+(?:de\s+)?|\s+district$/i;

/**
 * The place of an address. A district is often written after the street, or before the region. The first part of the address line is not read,
 * since streets are named after districts, nor a region alone, since many have the name of their capital.
 */
export function destinationOf(address: { pincode: string; city: string; state: string; address_line: string }): Destination {
  const afterStreet = partsOf(address.address_line).slice(1);
  const region = partsOf(address.state);
  const inRegion = region.filter((part, at) => at < region.length - 1 || CALLED_DISTRICT.test(part));
  const district = [...afterStreet, ...inRegion].filter((part) => !hasDigit(part)).join(", ");
  return { postcode: address.pincode, city: address.city, ...(district && { district }) };
}

/** Shorter numbers beside a name may be a house's. */
const SHORTEST_CODE = 5;

/** The postcodes that a text contains, and the first name beside them: later ones are larger places. */
function read(text: string): { codes: string[]; name: string } {
  const parts = partsOf(text).map((part) => {
    const words = part.split(/\s+/);
    const from = words.findIndex((word) => !hasDigit(word));
    const name = from === -1 ? [] : words.slice(from, words.findLastIndex((word) => !hasDigit(word)) + 1);
    const code = from === -1 ? words : [...words.slice(0, from), ...words.slice(from + name.length)];
    // `PE-15074` is 15074.
    return { code: plain(code.map((word) => word.replace(/^[a-z]{1,2}-(?=\d)/i, "")).join("")), name: name.join(" ") };
  });
  const isCode = ({ code, name }: (typeof parts)[number]) =>
    code !== "" && (code.length >= SHORTEST_CODE || (name === "" && parts.length === 1));
  const name = parts.find((part) => part.name !== "" && (part.code === "" || isCode(part)))?.name ?? "";
  return { codes: parts.filter(isCode).map(({ code }) => code), name };
}

const nameOf = (text: string) => plain(text.replace(CALLED_DISTRICT, ""));

/** The places of zones, by the text of an area: those named as a whole, and beginnings of others. */
interface Areas {
  whole: Map<string, number>;
  beginnings: Map<string, number>;
  /** How the postcodes of each zone begin. */
  regions: ReadonlySet<string>[];
}

/** Postcodes of a town and its surroundings begin alike. */
const REGION_LENGTH = 3;

/** A shop may have thousands of postcodes, so they are read once per plan. */
const areasOfZones = new WeakMap<readonly Zone[], Areas>();

function areasOf(zones: readonly Zone[]): Areas {
  const known = areasOfZones.get(zones);
  if (known) return known;
  const whole = new Map<string, number>();
  const beginnings = new Map<string, number>();
  const regions = zones.map(({ areas }, at) => {
    const starts = new Set<string>();
    for (const area of areas) {
      const texts = area.trimEnd().endsWith("*") ? beginnings : whole;
      const text = plain(area);
      if (text && !texts.has(text)) texts.set(text, at);
      if (hasDigit(text)) starts.add(text.slice(0, REGION_LENGTH));
    }
    return starts;
  });
  areasOfZones.set(zones, { whole, beginnings, regions });
  return { whole, beginnings, regions };
}

/**
 * The zone of a destination: the one that names its postcode or city exactly, else the one with the longest beginning, else the one of its
 * district. A name beside others counts only with a postcode near the zone's, because other towns have districts of the same name. Undefined
 * if the shop doesn't deliver there.
 */
export function zoneOf({ zones }: Pick<DeliveryPlan, "zones">, { postcode, city, district = "" }: Destination): Zone | undefined {
  const { whole, beginnings, regions } = areasOf(zones);
  const named = (texts: readonly string[]) => texts.flatMap((text) => whole.get(text) ?? []).toSorted((a, b) => a - b);

  const places = [plain(postcode), plain(city)];
  const [first] = named(places);
  if (first !== undefined) return zones[first];

  const fields = [read(postcode), read(city)];
  const codes = fields.flatMap((field) => field.codes);
  const isNear = (at: number) => codes.some((code) => [...regions[at]!].some((start) => code.startsWith(start)));
  const isAlone = partsOf(city).length === 1;
  const mayBe = (at: number) => codes.length === 0 || (regions[at]!.size === 0 && isAlone) || isNear(at);
  const written = named(codes)[0] ?? named(fields.map(({ name }) => nameOf(name))).find(mayBe);
  if (written !== undefined) return zones[written];

  const starts = [...places, ...codes];
  for (let length = Math.max(...starts.map((start) => start.length)); length > 0; length--) {
    const begun = starts.flatMap((start) => (start.length < length ? [] : (beginnings.get(start.slice(0, length)) ?? [])));
    if (begun.length > 0) return zones[Math.min(...begun)];
  }

  const districts = new Set(named(partsOf(district).map(nameOf)).filter(isNear));
  const [only] = districts;
  return districts.size === 1 ? zones[only!] : undefined;
}

/** An area that two zones both have, so that it would be unclear which of them delivers. */
export function sharedArea(zones: readonly Pick<Zone, "areas">[]): string | undefined {
  const seen = new Map<string, number>();
  for (const [at, { areas }] of zones.entries()) {
    for (const area of areas) {
      const key = plain(area) + (area.trimEnd().endsWith("*") ? "*" : "");
      const other = seen.get(key);
      if (other !== undefined && other !== at) return area;
      seen.set(key, at);
    }
  }
  return undefined;
}
