import { loadConfig, StartError } from "#server/settings/config.ts";
import { upgradeDatabase } from "./upgrade-database.ts";
import { failWith } from "./words.ts";

/** `npm run database:upgrade`: carries the embedded database over to a new major version of PostgreSQL. */
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  if (config.databaseUrl)
    throw new StartError("This is for the embedded database, and DATABASE_URL is set. Upgrade that one with its own tools.");
  const done = await upgradeDatabase(config, (news) => console.log(news));
  if (!done) return console.log("The database is of the version that the shop brings. There is nothing to do.");
  console.log(
    [
      `The database is of PostgreSQL ${done.to} now, with ${done.rows.toLocaleString("en-US")} rows. Start the shop with npm start.`,
      `The former one is still in ${done.former}. Remove it once you have seen that all is well.`,
    ].join("\n"),
  );
}

main().catch(failWith);
