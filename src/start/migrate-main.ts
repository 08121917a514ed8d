import { commandConfig } from "#server/settings/command-config.ts";
import { failWith } from "#server/fail-with.ts";
import { openLog } from "#server/log.ts";
import { prepareShop } from "./prepare-shop.ts";

/** `npm run migrate`: does what every start does before it serves, and ends. For rollouts that migrate first. */
async function main(): Promise<void> {
  const config = commandConfig();
  const prepared = await prepareShop(config, openLog(config.log));
  await prepared.close();
  console.log(["The database is up to date.", ...prepared.welcome].join("\n  "));
}

main().catch(failWith);
