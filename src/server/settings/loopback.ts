import { isIPv4 } from "node:net";

const LOOPBACK = new Set(["localhost", "::1", "[::1]"]);

/** Whether a host name or address is this machine; `127.example.org` isn't. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^::ffff:/i, "");
  return LOOPBACK.has(plain) || (isIPv4(plain) && plain.startsWith("127."));
}

/** Whether the shop is reachable only from this machine, and its public URL says so. */
export function isOnLoopback({ publicUrl, host }: { publicUrl: string; host: string }): boolean {
  return isLoopback(new URL(publicUrl).hostname) && isLoopback(host);
}
