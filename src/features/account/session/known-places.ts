import type { FastifyRequest } from "fastify";
import { networkOf } from "#server/limits/rate-limit.ts";
import type { Db } from "#server/db/connect.ts";
import type { Config } from "#server/settings/config.ts";
import type { Shop } from "#server/shop.ts";
import { deviceCookie, hashOfDevice, newDevice, readDevice } from "./device-cookie.ts";
import * as store from "./known-place-store.ts";

/** A browser or network that has logged in to an account before. It has limits of its own, apart from strangers. */
export interface KnownPlace {
  kind: "device" | "network";
  /** Tells places apart. */
  key: string;
  /** Whether the person has confirmed the account's email address. */
  isConfirmed: boolean;
}

type Http = { request: FastifyRequest } | null;

const deviceKey = (device: string) => `device ${hashOfDevice(device)}`;
const networkKey = (ip: string) => `network ${networkOf(ip)}`;

/** The place a request comes from, if the account of `email` knows it. The browser counts before the network. */
export async function findKnownPlace(
  { database: { db }, config }: Pick<Shop, "database" | "config">,
  email: string,
  http: Http,
): Promise<KnownPlace | undefined> {
  if (!http) return undefined;
  const device = readDevice(config, http.request);
  const keys = [...(device ? [deviceKey(device)] : []), networkKey(http.request.ip)];
  const known = await store.readPlaces(db, email, keys);
  const place = keys.map((key) => known.find((one) => one.key === key)).find(Boolean);
  return place && { kind: place.key.startsWith("device ") ? "device" : "network", ...place };
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

/** Remembers the browser and network of a login. */
export async function rememberPlace(tx: Db, config: Config, userId: string, http: Http): Promise<Remembered> {
  if (!http) return { isNewDevice: false, headers: {} };
  const sent = readDevice(config, http.request);
  const devices = (await store.readKeys(tx, userId)).filter((key) => key.startsWith("device "));
  const known = sent !== undefined && devices.includes(deviceKey(sent));
  // Never reuse a cookie the account doesn't know: somebody else may have planted it.
  const device = known ? sent : newDevice();
  await store.putPlaces(tx, userId, [deviceKey(device), networkKey(http.request.ip)]);
  return { isNewDevice: !known && devices.length > 0, headers: { "set-cookie": deviceCookie(config, device) } };
}

/** Forgets every other place, because the password is new: whoever knew the old one is a stranger now. */
export async function forgetOtherPlaces(tx: Db, config: Config, userId: string, http: Http): Promise<Remembered> {
  await store.deletePlaces(tx, userId);
  return rememberPlace(tx, config, userId, http);
}
