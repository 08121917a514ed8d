import { commandConfig } from "#server/settings/command-config.ts";
import { StartError } from "#server/settings/start-error.ts";
import { upgradeDatabase } from "./upgrade-database.ts";
import { failWith } from "#server/fail-with.ts";

/** `npm run database:upgrade`: upgrades the embedded database to a new major version of PostgreSQL. */
async function main(): Promise<void> {
  const config = commandConfig();
  if (config.databaseUrl)
    throw new StartError("This upgrades the embedded database, but DATABASE_URL is set. Upgrade that database with its own tools.");
  const done = await upgradeDatabase(config, (news) => console.log(news));
  if (!done) return console.log("The database already has the version that the shop comes with. There is nothing to do.");
  console.log(
    [
      `The database now runs on PostgreSQL ${done.to}, with ${done.rows.toLocaleString("en-US")} rows. Start the shop with npm start.`,
      `The old one is still in ${done.former}. Remove it once you have checked the new one.`,
    ].join("\n"),
  );
}

main().catch(failWith);
