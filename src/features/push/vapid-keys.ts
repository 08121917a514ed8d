import webPush from "web-push";
import type { Db } from "#server/db/connect.ts";
import { SecretBox } from "#server/secret-box.ts";
import type { Config } from "#server/settings/config.ts";
import { readKeys, writeKeys } from "./store.ts";

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The keys that identify the shop to push services: made once, and stored encrypted.
 * @returns null if they were encrypted with another SETTINGS_KEY
 */
export async function vapidKeys(db: Db, { settingsKey }: Pick<Config, "settingsKey">): Promise<VapidKeys | null> {
  const box = new SecretBox(settingsKey, "push keys");
  let stored = await readKeys(db);
  if (!stored) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await writeKeys(db, { publicKey, privateKey: box.seal(privateKey) });
    stored = (await readKeys(db))!; // written above, or by another process
  }
  const privateKey = box.open(stored.privateKey);
  return privateKey === null ? null : { publicKey: stored.publicKey, privateKey };
}
