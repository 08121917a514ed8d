import { t } from "#words/t.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { DEMO_PICTURES } from "./demo-pictures.ts";
import { lockPictures } from "./picture-store.ts";
import { isImageAddress, keyOfAddress } from "./rules.ts";
import { CATALOGUE } from "./store-picture.ts";

/**
 * Makes sure that catalogue pictures exist, and stay until the transaction ends. Call it in the transaction that refers to them.
 * @throws Refusal 400 for an address that isn't valid, or whose picture doesn't exist (anymore)
 */
export async function usePictures(tx: Db, addresses: readonly string[]): Promise<void> {
  refuseMissing(addresses, await missingPictures(tx, addresses));
}

/**
 * Refuses new pictures of which some are missing.
 * @param missing from {@link missingPictures}
 * @throws Refusal 400 as {@link usePictures}
 */
export function refuseMissing(addresses: readonly string[], missing: readonly string[]): void {
  if (!addresses.every(isImageAddress)) throw refuse.badField("image", t("must be the address of an uploaded picture or an https address"));
  if (addresses.some((address) => missing.includes(address)))
    throw refuse.badInput(t("image is no longer in the shop: upload it again"), "image");
}

/** Returns the paths of pictures that the shop doesn't have; the others stay until the transaction ends. */
export async function missingPictures(tx: Db, addresses: readonly string[]): Promise<string[]> {
  const own = addresses.flatMap((address) => {
    const key = keyOfAddress(address);
    return key && !existsSync(join(DEMO_PICTURES, key)) ? [{ key, address }] : [];
  });
  const there = new Set(await lockPictures(tx, [...new Set(own.map(({ key }) => key))]));
  // People's pictures are removed with their account, so the catalogue can't use them.
  return own.filter(({ key }) => !there.has(key) || !key.startsWith(`${CATALOGUE}-`)).map(({ address }) => address);
}
