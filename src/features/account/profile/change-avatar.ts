import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { LoggedIn, Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { lockForRemoval, lockPictures, markForRemoval } from "../../files/picture-store.ts";
import { imageAddress, keyOfAddress } from "../../files/rules.ts";
import { storageOf, type StoredPicture } from "../../files/storage.ts";
import { AVATAR, storePicture } from "../../files/store-picture.ts";
import { readSession } from "../session/session-store.ts";
import * as store from "./store.ts";

/** Someone else with the same picture may remove it between storing and using it. */
const ATTEMPTS = 5;

interface AvatarChange {
  isSaved: boolean;
  /** The key of a picture to remove. */
  marked: string | null;
}

/**
 * Changes or removes a person's picture. The old one is deleted.
 * @returns the path of the new one
 * @throws Refusal 401 if the session has ended in the meantime
 */
export async function changeAvatar(shop: Shop, { userId, sessionId }: LoggedIn, picture: StoredPicture | null): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const key = picture && (await storePicture(shop, picture));
    const avatar = key ? imageAddress(key) : "";
    const done = await shop.database.transact<AvatarChange | null>(async ({ tx, withCommit }) => {
      const [present, old, session] = await Promise.all([
        key ? lockPictures(tx, [key]) : [],
        store.lockAvatar(tx, userId),
        readSession(tx, userId, sessionId),
      ]);
      if (key && present.length === 0) return null; // removed since it was stored
      if (!session || old === undefined) return { isSaved: false, marked: await markAvatar(tx, avatar) };
      withCommit(store.setAvatar(tx, userId, avatar));
      return withCommit(markAvatar(tx, old).then((marked) => ({ isSaved: true, marked })));
    });
    if (!done) continue;
    await removeAvatar(shop, done.marked);
    if (!done.isSaved) throw refuse.unauthenticated();
    return avatar;
  }
  throw refuse.busy(t("Your picture could not be saved. Try again in a moment."));
}

/** Marks a person's picture for removal, unless somebody uses it. @returns its key then, for {@link removeAvatar} after the commit */
export async function markAvatar(tx: Db, avatar: string): Promise<string | null> {
  const key = keyOfAddress(avatar);
  if (!key?.startsWith(`${AVATAR}-`)) return null;
  // Two people may have the same picture.
  const [, isMarked] = await Promise.all([lockForRemoval(tx, key), markForRemoval(tx, key, store.hasAvatar(avatar))]);
  return isMarked ? key : null;
}

/** Removes a marked picture from the storage. The nightly sweep forgets it, or tries again if the storage failed. */
export async function removeAvatar({ config, log }: Shop, key: string | null): Promise<void> {
  if (key === null) return;
  try {
    await storageOf(config).remove(key);
  } catch (error) {
    log.error({ err: error, key }, "an unused picture was not removed; the nightly sweep will try again");
  }
}
