import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { DEMO_PICTURES } from "./demo-pictures.ts";
import { lockPictures, notePicture } from "./picture-store.ts";
import { imageAddress, isImageAddress, keyOfAddress } from "./rules.ts";
import { storageOf, type StoredPicture } from "./storage.ts";

/** Key prefix of catalogue pictures. */
export const CATALOGUE = "catalogue";

/** Stores an uploaded picture. @returns its path, which works from now on */
export async function keepPicture({ config, database }: Shop, picture: StoredPicture): Promise<string> {
  // Recorded first, so that the sweep knows everything in the storage.
  await notePicture(database.db, picture.key);
  await storageOf(config).put(picture);
  return imageAddress(picture.key);
}

/**
 * Makes sure that pictures exist, and stay until the transaction ends. Call it in the transaction that references them.
 * @throws Refusal 400 for an address that is none, or that of a picture which is not there (any more)
 */
export async function usePictures(tx: Db, addresses: readonly string[]): Promise<void> {
  const wrong = addresses.find((address) => !isImageAddress(address));
  if (wrong !== undefined) throw refuse.badInput("image is neither an address of an uploaded picture nor an https address");
  if ((await missingPictures(tx, addresses)).length > 0)
    throw refuse.badInput("image is not in the shop (any more): please upload it again");
}

/** Returns the paths of pictures that the shop doesn't have; the others stay until the transaction ends. */
export async function missingPictures(tx: Db, addresses: readonly string[]): Promise<string[]> {
  const own = addresses.flatMap((address) => {
    const key = keyOfAddress(address);
    return key && !existsSync(join(DEMO_PICTURES, key)) ? [{ key, address }] : [];
  });
  const there = new Set(await lockPictures(tx, [...new Set(own.map(({ key }) => key))]));
  // People's pictures are removed with their account.
  return own.filter(({ key }) => !there.has(key) || !key.startsWith(`${CATALOGUE}-`)).map(({ address }) => address);
}
