import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FullConfig } from "@playwright/test";
import { dataFolder, freePort, startShop } from "../support/shop-process.ts";

/** The admin of the shop under test. */
export const ADMIN = { email: "admin@shop.example", password: "the keys of the pantry" };

/** A shop under test. */
interface TestedShop {
  url: string;
  /** Its DATA_DIR. */
  data: string;
}

/** The shop of this worker's tests: workers share nothing. */
export function ownShop(): TestedShop {
  const shops = JSON.parse(process.env["SHOPS"] ?? "[]") as TestedShop[]; // written below
  return shops[Number(process.env["TEST_PARALLEL_INDEX"])]!;
}

/** Opens a shop for each worker. */
export default async function openShops({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (!existsSync(join(import.meta.dirname, "../../build/server/index.js"))) throw new Error("The web is not built. Run `npm run build`.");
  const opened = await Promise.all(Array.from({ length: workers }, openShop));
  process.env["SHOPS"] = JSON.stringify(opened.map(({ shop }) => shop));
  return async () => void (await Promise.all(opened.map(({ close }) => close())));
}

/** The built web, the demo catalogue, a database of its own. */
async function openShop(): Promise<{ shop: TestedShop; close: () => Promise<void> }> {
  const data = dataFolder();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const running = await startShop({
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
  const close = async () => {
    await running.stop();
    data.remove();
  };
  return { shop: { url, data: data.path }, close };
}
