import { BY_THE_SHOP } from "#features/account/security-events.ts";
import { readAccount, readCredentials } from "#features/account/store.ts";
import { resetSteps } from "#features/account/two-step/reset-steps.ts";
import { openDatabase } from "#server/db/connect.ts";
import { reachDatabase } from "#server/db/reach-database.ts";
import { failWith } from "#server/fail-with.ts";
import { commandConfig } from "#server/settings/command-config.ts";
import { StartError } from "#server/settings/start-error.ts";

/** `npm run account:reset-two-step -- EMAIL`: for the only admin who lost every device and recovery code. */
async function main(): Promise<void> {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) throw new StartError("Usage: npm run account:reset-two-step -- EMAIL");
  const config = commandConfig();
  const { connection, stop } = await reachDatabase(config);
  const database = openDatabase(connection, () => {});
  try {
    const person = await readCredentials(database.db, email);
    if (!person) throw new StartError(`No account has the email address ${email}.`);
    await database.transact(async ({ tx }) => {
      const account = await readAccount(tx, person.id);
      if (account) await resetSteps(tx, account, BY_THE_SHOP);
    });
    console.log(`${email} now logs in with a password only.`);
  } finally {
    await database.close();
    await stop();
  }
}

main().catch(failWith);
