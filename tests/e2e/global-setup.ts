import { existsSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, freePort, startShop } from "../support/shop-process.ts";

/** The admin of the shop under test. */
export const ADMIN = { email: "admin@shop.example", password: "the keys of the pantry" };

/** Opens one shop for all browser tests: the built web, the demo catalogue, a database of its own. */
export default async function openShop(): Promise<() => Promise<void>> {
  if (!existsSync(join(import.meta.dirname, "../../build/server/index.js"))) throw new Error("The web is not built. Run `npm run build`.");
  const data = dataFolder();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const shop = await startShop({
    NODE_ENV: "production",
    PORT: port,
    PUBLIC_URL: url,
    DATA_DIR: data.path,
    CATALOGUE: "demo",
    // Another zone than that of the browser, so that a test can tell them apart.
    SHOP_TIMEZONE: "Pacific/Kiritimati",
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  // What playwright.config.ts reads in the processes of the tests.
  process.env["SHOP_URL"] = url;
  process.env["SHOP_DATA"] = data.path;
  return async () => {
    await shop.stop();
    data.remove();
  };
}
