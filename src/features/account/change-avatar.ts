import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { notePicture } from "../files/picture-store.ts";
import { imageAddress, keyOfAddress } from "../files/rules.ts";
import { storageOf, type StoredPicture } from "../files/storage.ts";
import * as store from "./profile-store.ts";

/** How the keys of people's pictures begin. */
export const AVATAR = "avatar";

/**
 * Changes or removes a person's picture; nothing remains of the old one.
 * @returns the address of the new one
 * @throws Refusal 401 when the person has left in the meantime
 */
export async function changeAvatar(shop: Shop, userId: string, picture: StoredPicture | null): Promise<string> {
  const avatar = picture ? imageAddress(picture.key) : "";
  // Noted first: if the shop dies halfway, the picture is swept later.
  if (picture) await notePicture(shop.database.db, picture.key);
  const old = await shop.database.transact(async (tx) => {
    if (picture) {
      await store.lockAvatar(tx, avatar);
      // Under the lock, so that nobody removes it before it is in use; storing it twice does no harm.
      await storageOf(shop.config).put(picture);
    }
    return store.replaceAvatar(tx, userId, avatar);
  });
  if (old === undefined) {
    await removeUnusedAvatar(shop, avatar);
    throw refuse.unauthenticated();
  }
  if (old !== avatar) await removeUnusedAvatar(shop, old);
  return avatar;
}

/** Removes a picture that nobody uses anymore. If that fails, the picture stays and the log says so. */
export async function removeUnusedAvatar({ config, database, log }: Shop, avatar: string): Promise<void> {
  const key = keyOfAddress(avatar);
  if (!key?.startsWith(`${AVATAR}-`)) return;
  try {
    await database.transact(async (tx) => {
      await store.lockAvatar(tx, avatar);
      // Two people may have the same picture.
      if (!(await store.isAvatarInUse(tx, avatar))) await storageOf(config).remove(key);
    });
  } catch (error) {
    log.error({ err: error, key }, "an unused picture was not removed");
  }
}
