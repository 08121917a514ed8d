import type { SQL } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { networkOf } from "#server/limits/networks.ts";
import type { Db } from "#server/db/connect.ts";
import { hashOfToken, newToken } from "#server/random-token.ts";
import type { Config } from "#server/settings/config.ts";
import type { Shop } from "#server/shop.ts";
import { deviceCookie, readDevice } from "./device-cookie.ts";
import * as store from "./known-place-store.ts";

/** A browser or network that has logged in to an account before. It has limits of its own, apart from strangers. */
export interface KnownPlace {
  /** Tells places apart. */
  key: string;
  /** Whether the person has confirmed the account's email address. */
  isConfirmed: boolean;
}

type Http = { request: FastifyRequest } | null;

const deviceKey = (device: string) => `device ${hashOfToken(device)}`;
const networkKey = (ip: string) => `network ${networkOf(ip)}`;

/** The keys of the browser, if it has a cookie, and the network that a request comes from. */
export function placesOf(config: Config, http: Http): string[] {
  if (!http) return [];
  const device = readDevice(config, http.request);
  return [...(device ? [deviceKey(device)] : []), networkKey(http.request.ip)];
}

interface Known {
  /** The place a request comes from, if the account knows it. The browser counts before the network. */
  place: KnownPlace | undefined;
  /** The keys of all browsers that the account knows. */
  devices: readonly string[];
}

/** Whether a place is a browser, and not a network. */
export const isDevice = (key: string) => key.startsWith("device ");

/** What the account of `email` knows about the place that a request comes from. */
export async function readKnownPlaces(
  { database: { db }, config }: Pick<Shop, "database" | "config">,
  email: string,
  http: Http,
): Promise<Known> {
  if (!http) return { place: undefined, devices: [] };
  const known = await store.readPlaces(db, email);
  return {
    place: placesOf(config, http)
      .map((key) => known.find((one) => one.key === key))
      .find(Boolean),
    devices: known.map(({ key }) => key).filter(isDevice),
  };
}

/** The place a request comes from, if the account of `email` knows it. */
export async function findKnownPlace(shop: Pick<Shop, "database" | "config">, email: string, http: Http): Promise<KnownPlace | undefined> {
  return (await readKnownPlaces(shop, email, http)).place;
}

/**
 * What a person's account knows about the place that a request comes from, by its key.
 * @param userId or SQL for it
 */
export async function readPlaceOf(
  { database: { db }, config }: Pick<Shop, "database" | "config">,
  userId: string | SQL,
  http: Http,
): Promise<{ place: string | undefined; devices: string[] }> {
  const known = await store.readKeys(db, userId);
  return { place: placesOf(config, http).find((key) => known.includes(key)), devices: known.filter(isDevice) };
}

/** The keys of the browsers that a person has logged in with. */
export async function readDevices(db: Db, userId: string): Promise<string[]> {
  return (await store.readKeys(db, userId)).filter(isDevice);
}

/** Whether a person has logged in with this browser, with the password they have now. */
export async function isKnownBrowser(db: Db, config: Config, userId: string, http: Http): Promise<boolean> {
  const device = http && readDevice(config, http.request);
  return Boolean(device) && (await store.readKeys(db, userId)).includes(deviceKey(device!));
}

interface Remembered {
  /** Whether the account knows other browsers, but not this one. */
  isNewDevice: boolean;
  /** Headers for the response, to be sent after the transaction has committed. */
  headers: { "set-cookie"?: string[] };
}

/**
 * Recognizes the browser of a login.
 * @param devices the keys of those that the account knows
 * @returns with the keys to remember by {@link rememberPlaces}
 */
export function recognize(config: Config, http: Http, devices: readonly string[]): Remembered & { keys: string[] } {
  if (!http) return { isNewDevice: false, headers: {}, keys: [] };
  const sent = readDevice(config, http.request);
  const known = sent !== undefined && devices.includes(deviceKey(sent));
  // Never reuse a cookie the account doesn't know: somebody else may have planted it.
  const device = known ? sent : newToken();
  return {
    isNewDevice: !known && devices.length > 0,
    headers: { "set-cookie": deviceCookie(config, device) },
    keys: [deviceKey(device), networkKey(http.request.ip)],
  };
}

/** Remembers the browser and network of a login. */
export async function rememberPlaces(tx: Db, userId: string, keys: string[]): Promise<void> {
  if (keys.length > 0) await store.putPlaces(tx, userId, keys);
}

/** Forgets every other place, because the password is new: someone who knew the old one is a stranger now. */
export function forgetOtherPlaces(
  tx: Db,
  config: Config,
  userId: string,
  http: Http,
): Pick<Remembered, "headers"> & { places: Promise<unknown> } {
  const { keys, headers } = recognize(config, http, []);
  return { headers, places: Promise.all([store.deletePlaces(tx, userId), rememberPlaces(tx, userId, keys)]) };
}
