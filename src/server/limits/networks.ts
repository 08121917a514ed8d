import { isIPv6 } from "node:net";

/** How much more a /48 may do than a /64. */
export const WIDE_FACTOR = 4;
/** How much more a /48 may hold in memory than a /64: connections, bodies. */
export const WIDE_MEMORY_FACTOR = 2;

/** The network of a request for limits: an IPv4 address, or the /64 of an IPv6 address. */
export const networkOf = (address: string): string => networksOf(address).narrow;

/** The key of a network in queues: an IPv4 address, or an IPv6 /48, since someone who has one could otherwise queue as 65,536 networks. */
export function queueKeyOf(address: string): string {
  const { narrow, wide = narrow } = networksOf(address);
  return wide;
}

/** The networks of a request: an IPv4 address, or the /64 and /48 of an IPv6 address. */
export function networksOf(address: string): { narrow: string; wide?: string | undefined } {
  // Some proxies forward the port too, which differs per connection, or put an IPv6 address in brackets.
  const ip = /^(?:([\d.]+):\d+|\[(.+)\](?::\d+)?)$/.exec(address)?.slice(1).find(Boolean) ?? address;
  if (!isIPv6(ip)) return { narrow: ip };
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  if (mapped) return { narrow: mapped };
  const [head = "", tail] = ip.split("::");
  const groups = head ? head.split(":") : [];
  const last = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - last.length;
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...last];
  const canonical = all.map((group) => Number.parseInt(group, 16).toString(16));
  const [high = 0, low = 0] = all.slice(6).map((group) => Number.parseInt(group, 16));
  // An IPv4 address in hexadecimal.
  if (canonical.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return { narrow: [high >> 8, high & 255, low >> 8, low & 255].join(".") };
  return { narrow: canonical.slice(0, 4).join(":"), wide: canonical.slice(0, 3).join(":") };
}
