/** The push services of Chrome, Firefox, Edge and Safari: whole names, or endings of names. */
const SERVICES = ["fcm.googleapis.com", ".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"] as const;

/** Whether an address from a browser belongs to a known push service. The shop sends to no other. */
export function isPushService(address: string, services: readonly string[] = SERVICES): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== "https:" || url.username || url.password || url.port) return false;
  return services.some((name) => (name.startsWith(".") ? url.hostname.endsWith(name) : url.hostname === name));
}
