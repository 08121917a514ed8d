import { sql } from "drizzle-orm";
import type { Config } from "#server/settings/config.ts";
import { secret } from "#server/settings/secret.ts";
import { StartError } from "#server/settings/start-error.ts";
import type { Database, Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { LOCKS } from "#server/db/locks.ts";
import type { Role } from "#shared/roles.ts";
import { hashPassword, isPassword } from "#features/account/password/passwords.ts";
import { isCommonPassword } from "#features/account/password/common-passwords.ts";
import { judgePassword, PASSWORD_REFUSED } from "#features/account/rules.ts";
import { BY_THE_SHOP, noteSecurityEvent } from "#features/account/security-events.ts";
import { deletePlaces } from "#features/account/session/known-place-store.ts";
import * as store from "#features/account/store.ts";
import { insertAddress } from "#features/addresses/store.ts";
import { forgetStranger } from "#features/reset/forget-stranger.ts";

const ADMIN_NAME = "Admin";
const ADMIN_EMAIL = "admin@despensa.example";
const SHOPPER_EMAIL = "shopper@despensa.example";
const SHOPPER_ADDRESS = {
  addressLine: "12 Orchard Lane, Apt 3",
  city: "Portland",
  state: "Oregon",
  country: "United States",
  pincode: "97205",
  mobile: "+1 503 555 0142",
};

/**
 * Creates the first accounts: an admin and, in a sandbox, a shopper for trying the shop.
 * @returns lines for the person who starts the shop
 * @throws StartError when ADMIN_PASSWORD is too weak
 */
export async function makeFirstAccounts(config: Config, database: Database): Promise<string[]> {
  return database.transact(async ({ tx }) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.firstAccounts})`);
    const admin = await ensureAdmin(tx, config);
    const shopper = config.sandbox ? await ensureShopper(tx, config) : [];
    return [...admin, ...shopper];
  });
}

/**
 * Settings win: after startup, ADMIN_EMAIL logs in with ADMIN_PASSWORD. Without them, an admin is created if there is none, and the
 * owner's later changes stay.
 */
async function ensureAdmin(tx: Db, config: Config): Promise<string[]> {
  const { email = ADMIN_EMAIL, password } = config.admin;
  if (password) checkPassword(password, email);
  const generated = () => secret(config.dataDir, "admin-password", 12);
  const known = await store.readCredentials(tx, email);
  const isAdmin = known?.role === "ADMIN" && known.status === "Active";
  if (!isAdmin && !config.admin.email && (await store.hasAdmin(tx))) return [];

  if (!known) {
    await insert(tx, { name: ADMIN_NAME, email, password: password ?? generated(), role: "ADMIN" });
  } else if (!isAdmin) {
    // Someone who registered this address earlier must not become an admin with their own password or passkey.
    if (!known.ownerConfirmed) await forgetStranger(tx, known.id, ADMIN_NAME);
    await store.promote(tx, known.id);
    const detail = `${known.role}, ${known.status} to ADMIN, Active`;
    await noteSecurityEvent(tx, { kind: "role-changed", userId: known.id, from: BY_THE_SHOP, detail });
    await changePassword(tx, known.id, password ?? generated());
  } else if (password && !(await isPassword(password, known.passwordHash))) {
    await changePassword(tx, known.id, password);
  }
  return [`Admin:    ${email}   password: ${password ? "that of ADMIN_PASSWORD" : await printable(tx, email, generated())}`];
}

async function ensureShopper(tx: Db, config: Config): Promise<string[]> {
  const password = secret(config.dataDir, "shopper-password", 12);
  if (!(await store.readCredentials(tx, SHOPPER_EMAIL))) {
    const userId = await insert(tx, { name: "Sam Shopper", email: SHOPPER_EMAIL, password, role: "USER" });
    await insertAddress(tx, newId(), userId, SHOPPER_ADDRESS);
  }
  return [`Shopper:  ${SHOPPER_EMAIL}   password: ${await printable(tx, SHOPPER_EMAIL, password)}`];
}

async function changePassword(tx: Db, userId: string, password: string): Promise<void> {
  await store.changePassword(tx, userId, await hashPassword(password));
  await deletePlaces(tx, userId);
  await noteSecurityEvent(tx, { kind: "password-changed", userId, from: BY_THE_SHOP });
}

interface NewAccount {
  name: string;
  email: string;
  password: string;
  role: Role;
}

async function insert(tx: Db, { password, ...account }: NewAccount): Promise<string> {
  const id = newId();
  await store.insertUser(tx, { id, ...account, isConfirmed: true, passwordHash: await hashPassword(password) });
  return id;
}

/** The password to print, unless its owner has changed it. */
async function printable(tx: Db, email: string, password: string): Promise<string> {
  const known = await store.readCredentials(tx, email);
  return (await isPassword(password, known?.passwordHash)) ? password : "the one you chose";
}

function checkPassword(password: string, email: string): void {
  const judged = judgePassword(password, email, isCommonPassword);
  if (!judged.ok) throw new StartError(`These settings are wrong:\n  ADMIN_PASSWORD: ${PASSWORD_REFUSED[judged.reason]}`);
}
