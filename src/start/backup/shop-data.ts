import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { nobodysHash } from "#features/account/password/passwords.ts";
import { knownPlaces, refreshTokens, sessions, users } from "#features/account/tables.ts";
import { authenticators, recoveryCodes, stepTickets } from "#features/account/two-step/tables.ts";
import { pictureTallies, productCategories, productSubCategories, productTallies } from "#features/catalogue/tables.ts";
import { narrowingDetails } from "#features/catalogue/narrowing/tables.ts";
import { customerChanges, customerTotals } from "#features/customers/tables.ts";
import { salesChanges, salesDays } from "#features/dashboard/tables.ts";
import { WIDTHS } from "#features/files/rules.ts";
import { storageOf } from "#features/files/storage.ts";
import { invitations } from "#features/invitations/tables.ts";
import { pushSubscriptions } from "#features/push/tables.ts";
import { passwordResets } from "#features/reset/tables.ts";
import { BackupError } from "#server/backup/backup-error.ts";
import type { ShopData } from "#server/backup/shop-data.ts";
import { backupRuns, cacheChanges, rateLimits, webBuilds, webFiles } from "#server/db/tables.ts";
import type { Config } from "#server/settings/config.ts";

const names = (...tables: PgTable[]) => tables.map((table) => getTableName(table));

/** Tables whose rows are about one database or one version of the shop, or are derived and written again. */
export const PASSING = names(
  backupRuns,
  cacheChanges,
  customerChanges,
  customerTotals,
  pictureTallies,
  productTallies,
  rateLimits,
  salesChanges,
  salesDays,
  webBuilds,
  webFiles,
);
/** With these, someone could log in as another person, or guess passwords and codes without limits. */
const SECRET_TABLES = names(
  authenticators,
  invitations,
  knownPlaces,
  passwordResets,
  pushSubscriptions,
  recoveryCodes,
  refreshTokens,
  sessions,
  stepTickets,
);

/** What a backup has to know about this shop's data. */
export async function shopDataOf(config: Config): Promise<ShopData> {
  // People set a new one.
  const nobodys = await nobodysHash;
  return {
    passing: PASSING,
    filledByMigrations: names(narrowingDetails),
    // Their triggers list products on shelves, which the backup holds, too.
    untriggered: names(productCategories, productSubCategories),
    secret: { tables: SECRET_TABLES, values: [{ table: getTableName(users), column: users.passwordHash.name, value: nobodys }] },
    pictures: pictureStoreOf(config),
    secrets: secretsOf(config),
  };
}

function pictureStoreOf(config: Config): ShopData["pictures"] {
  const storage = storageOf(config);
  return {
    async keys(client) {
      const { rows } = await client.query<{ key: string }>("select key from picture where remove_at is null order by key");
      return rows.map(({ key }) => key);
    },
    async read(key) {
      const files = new Map<string, Buffer>();
      for (const width of WIDTHS) {
        const bytes = await storage.read(key, `${width}.webp`);
        if (!bytes) return undefined;
        files.set(`${width}.webp`, bytes);
      }
      return files;
    },
    put: (key, files) =>
      storage.put({ key, files: new Map([...files].map(([name, bytes]) => [Number.parseInt(name, 10), bytes] as const)) }),
  };
}

const isSecretName = (name: string) => /^[a-z-]+$/.test(name) && !name.startsWith("database");

/** All secrets in DATA_DIR except the passwords of its database, which has different ones elsewhere. */
function secretsOf({ dataDir, jwtSecret }: Config): ShopData["secrets"] {
  const folder = join(dataDir, "secrets");
  return {
    read() {
      // None where all of them are settings.
      const kept = existsSync(folder) ? readdirSync(folder).filter(isSecretName) : [];
      return { ...Object.fromEntries(kept.map((name) => [name, readFileSync(join(folder, name), "utf8")])), jwt: jwtSecret };
    },
    write(secrets) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const [name, value] of Object.entries(secrets)) {
        if (!isSecretName(name)) throw new BackupError(`The backup has a secret with an unexpected name: ${name}`);
        const fresh = join(folder, `.${name}`);
        writeFileSync(fresh, value, { mode: 0o600 });
        chmodSync(fresh, 0o600);
        renameSync(fresh, join(folder, name));
      }
    },
  };
}
