import { changeSettings, readSettings } from "#features/shop/settings/contract.ts";
import type { Settings } from "#shared/settings.ts";
import { makeAdmin } from "./sign-up.ts";
import type { TestShop } from "./test-shop.ts";

/** Lets an admin change settings. @returns a function that changes some, and keeps the others */
export async function settingsOf(shop: TestShop) {
  const { token } = await makeAdmin(shop);
  return async (changes: Partial<Settings>): Promise<void> => {
    const { body } = await shop.call(readSettings, undefined, { token });
    const answer = await shop.call(changeSettings, { changes, was: body.data.settings }, { token });
    if (answer.status !== 200) throw new Error(answer.body.message);
  };
}
