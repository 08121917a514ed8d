import { refuse } from "#server/http/errors.ts";
import type { LoggedIn, Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { lockForRemoval, lockPictures, markForRemoval } from "../../files/picture-store.ts";
import { removeMarked } from "../../files/remove-pictures.ts";
import { imageAddress, keyOfAddress } from "../../files/rules.ts";
import type { StoredPicture } from "../../files/storage.ts";
import { AVATAR, storePicture } from "../../files/store-picture.ts";
import { readSession } from "../session/session-store.ts";
import * as store from "./store.ts";

/** Someone else with the same picture may remove it between storing and using it. */
const ATTEMPTS = 5;

/**
 * Changes or removes a person's picture. The old one is deleted.
 * @returns the path of the new one
 * @throws Refusal 401 if the session has ended in the meantime
 */
export async function changeAvatar(shop: Shop, { userId, sessionId }: LoggedIn, picture: StoredPicture | null): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const key = picture && (await storePicture(shop, picture));
    const avatar = key ? imageAddress(key) : "";
    const change = await shop.database.transact(async ({ tx, withCommit }) => {
      const [present, old, session] = await Promise.all([
        key ? lockPictures(tx, [key]) : [],
        store.lockAvatar(tx, userId),
        readSession(tx, userId, sessionId),
      ]);
      if (key && present.length === 0) return "picture is gone";
      if (session) withCommit(store.setAvatar(tx, userId, avatar));
      return { old: session && old };
    });
    if (change === "picture is gone") continue;
    if (change.old === undefined) {
      await removeUnusedAvatar(shop, avatar);
      throw refuse.unauthenticated();
    }
    if (change.old !== avatar) await removeUnusedAvatar(shop, change.old);
    return avatar;
  }
  throw refuse.busy(t("Your picture could not be saved. Try again in a moment."));
}

/** Removes a picture that nobody uses anymore. If the storage fails, the sweep removes it later. */
export async function removeUnusedAvatar(shop: Shop, avatar: string): Promise<void> {
  const key = keyOfAddress(avatar);
  if (!key?.startsWith(`${AVATAR}-`)) return;
  try {
    const marked = await shop.database.transact(async ({ tx, withCommit }) =>
      // Two people may have the same picture.
      withCommit(lockForRemoval(tx, key), markForRemoval(tx, key, store.hasAvatar(avatar))),
    );
    if (marked) await removeMarked(shop, [key]);
  } catch (error) {
    shop.log.error({ err: error, key }, "an unused picture was not removed; the nightly sweep will try again");
  }
}
