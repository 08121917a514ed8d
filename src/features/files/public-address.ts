import { BlockList, isIP } from "node:net";

/**
 * IPv4 networks that are not on the public internet, or not a single machine: private ones, this machine, link-local with cloud metadata,
 * and so on.
 */
const NOT_PUBLIC_4: readonly [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
/** Within 2000::/3, the only public part of IPv6: tunnels, which lead to any IPv4 address, and documentation. */
const NOT_PUBLIC_6: readonly [network: string, prefix: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const blocked = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_4) blocked.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of NOT_PUBLIC_6) blocked.addSubnet(network, prefix, "ipv6");
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address is on the internet. Anything else could be this machine or one beside it. */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip);
  if (family === 4) return !blocked.check(ip, "ipv4");
  return family === 6 && !ip.includes("%") && global.check(ip, "ipv6") && !blocked.check(ip, "ipv6");
}
