import { existsSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, freePort, PREPARED_DATA, startShop } from "../support/shop-process.ts";

export const ADMIN = { email: "admin@shop.example", password: "the keys of the pantry" };

/** The shop shared by the tests of one worker. */
export interface OwnShop {
  url: string;
  /** Its DATA_DIR. */
  data: string;
  close: () => Promise<void>;
}

/** Starts a shop with the built web app, the demo catalogue and its own database: a copy of {@link prepareShop}'s. */
export async function openOwnShop(): Promise<OwnShop> {
  const { url, data, running } = await start();
  const close = async () => {
    await running.stop();
    data.remove();
  };
  return { url, data: data.path, close };
}

/** Opens and closes a shop for all tests to copy, because a first start takes several times as long as another one. */
export default async function prepareShop(): Promise<() => void> {
  if (!existsSync(join(import.meta.dirname, "../../build/server/index.js"))) throw new Error("The web is not built. Run `npm run build`.");
  const { data, running } = await start();
  await running.stop();
  process.env[PREPARED_DATA] = data.path;
  return () => data.remove();
}

async function start() {
  const data = dataFolder({ database: true });
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
  return { url, data, running };
}
