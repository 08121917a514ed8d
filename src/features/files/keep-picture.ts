import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { DEMO_PICTURES } from "./demo-pictures.ts";
import { lockPictures, notePicture } from "./picture-store.ts";
import { imageAddress, isImageAddress, keyOfAddress } from "./rules.ts";
import { storageOf, type StoredPicture } from "./storage.ts";

/** What keys of the catalogue's pictures begin with. */
export const CATALOGUE = "catalogue";

/** Keeps a picture that somebody sent. @returns its address, which works from now on */
export async function keepPicture({ config, database }: Shop, picture: StoredPicture): Promise<string> {
  // Noted first: what lies in the storage is always known, so that it can be swept.
  await notePicture(database.db, picture.key);
  await storageOf(config).put(picture);
  return imageAddress(picture.key);
}

/**
 * Makes sure that pictures can be shown, and stay until the transaction ends; to be called in the one that names them.
 * @throws Refusal 400 for an address that is none, or that of a picture which is not there (any more)
 */
export async function usePictures(tx: Db, addresses: readonly string[]): Promise<void> {
  const wrong = addresses.find((address) => !isImageAddress(address));
  if (wrong !== undefined) throw refuse.badInput("image is neither an address of an uploaded picture nor an https address");
  if ((await missingPictures(tx, addresses)).length > 0)
    throw refuse.badInput("image is not in the shop (any more): please upload it again");
}

/** Of these addresses those of pictures that the shop does not have (any more); the others stay until the transaction ends. */
export async function missingPictures(tx: Db, addresses: readonly string[]): Promise<string[]> {
  const own = addresses.flatMap((address) => {
    const key = keyOfAddress(address);
    return key && !existsSync(join(DEMO_PICTURES, key)) ? [{ key, address }] : [];
  });
  const there = new Set(await lockPictures(tx, [...new Set(own.map(({ key }) => key))]));
  // Pictures of people go with their people.
  return own.filter(({ key }) => !there.has(key) || !key.startsWith(`${CATALOGUE}-`)).map(({ address }) => address);
}
