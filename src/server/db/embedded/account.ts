import { spawnSync } from "node:child_process";
import { lchownSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../settings/start-error.ts";

/** An operating system account. */
export interface Account {
  uid: number;
  gid: number;
}

const OWN = "despensa-postgres";
/** The account that PostgreSQL packages create. */
const PACKAGED = "postgres";

/**
 * The account for PostgreSQL when root starts the shop, since PostgreSQL refuses to run as root. It must be dedicated (other
 * programs that run as `nobody` could read the data) and have a name, which `initdb` needs.
 * @throws StartError where there is none and none can be created
 */
export function accountForPostgres(): Account {
  const known = accountOf(OWN) ?? accountOf(PACKAGED);
  if (known) return known;
  for (const [command, ...words] of CREATE) {
    if (spawnSync(command!, words, { stdio: "ignore" }).status === 0) break;
  }
  const created = accountOf(OWN);
  if (created) return created;
  throw new StartError(
    `PostgreSQL does not run as root. Create an account named ${OWN} (useradd --system ${OWN}), or start the shop as an ordinary user.`,
  );
}

/** For most systems, and for BusyBox. */
const CREATE = [
  ["useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin", OWN],
  ["adduser", "-S", "-D", "-H", "-h", "/nonexistent", "-s", "/sbin/nologin", OWN],
];

function accountOf(wanted: string): Account | undefined {
  for (const line of readFileSync("/etc/passwd", "utf8").split("\n")) {
    const [name, , uid, gid] = line.split(":");
    if (name === wanted) return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/** Changes the owner of a folder and everything in it, skipping what the account owns already. */
export function giveTo({ uid, gid }: Account, folder: string): void {
  if (statSync(folder).uid === uid) return;
  // The folder itself comes last, so that the next start resumes if this one is interrupted.
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) lchownSync(join(folder, entry), uid, gid);
  lchownSync(folder, uid, gid);
}
