import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseProxy } from "./database-proxy.ts";
import { freePort, untilTrue } from "./shop-process.ts";

const PROGRAM = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find(existsSync);

/** Why tests that need PgBouncer are skipped; undefined if it is installed. */
export const noPgBouncer = PROGRAM ? undefined : "PgBouncer is not installed (Debian: apt-get install pgbouncer)";

/** Starts PgBouncer in transaction mode in front of a database. @returns its URL */
export async function startPgBouncer({ connection }: Pick<DatabaseProxy, "connection">): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "despensa-pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { user, password, database } = connection;
  writeFileSync(join(folder, "users"), `"${user}" "${String(password)}"\n`);
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]
${database} = host=127.0.0.1 port=${connection.port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
  );
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  if (asNobody.length > 0) spawnSync("chown", ["-R", "nobody", folder]);
  const child = spawn(PROGRAM!, [...asNobody, join(folder, "pgbouncer.ini")], { stdio: "ignore" });
  const ended = once(child, "exit");
  await untilTrue(async () => {
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
    return true;
  });
  return {
    url: `postgres://${user}:${String(password)}@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
