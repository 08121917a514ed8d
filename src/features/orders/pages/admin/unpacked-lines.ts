import { detailsOf } from "#web/call.ts";

/** How many lines of an order are marked as missing, replaced or lighter, if it was not sent because it has to be packed first; otherwise 0. */
export function unpackedLines(error: unknown): number {
  const details: { unpacked?: number } | undefined = detailsOf(error, 409); // as the shop sends it
  return details?.unpacked ?? 0;
}
