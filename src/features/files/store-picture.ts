import { randomBytes } from "node:crypto";
import type { Shop } from "#server/shop.ts";
import { recordPicture } from "./picture-store.ts";
import { storageOf, type StoredPicture } from "./storage.ts";

/** The prefix of catalogue pictures' keys. */
export const CATALOGUE = "catalogue";
/** The prefix of avatars' keys. */
export const AVATAR = "avatar";

/**
 * Stores an uploaded picture. Until something refers to it, the sweep may remove it after a day.
 * @returns its key. Usually the one it came with. While an earlier copy is being removed, a different one, so that the removal can't take
 * the new files with it
 */
export async function storePicture({ config, database }: Shop, picture: StoredPicture): Promise<string> {
  // Recorded before it is stored, so that the sweep knows everything in the storage.
  const key = (await recordPicture(database.db, picture.key)) ? picture.key : `${picture.key}-${randomBytes(6).toString("hex")}`;
  if (key !== picture.key) await recordPicture(database.db, key);
  await storageOf(config).put({ ...picture, key });
  return key;
}
