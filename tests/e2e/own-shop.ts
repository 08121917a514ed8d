import { existsSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, freePort, startShop } from "../support/shop-process.ts";

export const ADMIN = { email: "admin@shop.example", password: "the keys of the pantry" };

/** The shop shared by the tests of one worker. */
export interface OwnShop {
  url: string;
  /** Its DATA_DIR. */
  data: string;
  close: () => Promise<void>;
}

/** Starts a shop with the built web app, the demo catalogue and its own database. */
export async function openOwnShop(): Promise<OwnShop> {
  if (!existsSync(join(import.meta.dirname, "../../build/server/index.js"))) throw new Error("The web is not built. Run `npm run build`.");
  const data = dataFolder();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const running = await startShop({
    NODE_ENV: "production",
    PORT: port,
    PUBLIC_URL: url,
    DATA_DIR: data.path,
    CATALOGUE: "demo",
    // A different time zone from the browser's, so that tests can tell them apart.
    SHOP_TIMEZONE: "Pacific/Kiritimati",
    PUSH: "on",
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  const close = async () => {
    await running.stop();
    data.remove();
  };
  return { url, data: data.path, close };
}
