import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { untilTrue } from "../support/shop-process.ts";
import { startCluster, type Cluster, type Node } from "./cluster.ts";
import { whyNoCluster } from "./machines.ts";

const why = whyNoCluster();
if (why) console.log(`Skipped: ${why}`);

const dataOf = ({ folder }: Node) => join(folder, "var/lib/postgresql/15/shop");
const query = ({ machine, folder }: Node, text: string) =>
  machine
    .run("postgres", ["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-h", join(folder, "var/run/postgresql"), "-d", "shop", "-c", text])
    .trim();
const backrest = ({ machine, folder }: Node, ...words: string[]) =>
  machine.run("postgres", ["pgbackrest", `--config=${folder}/etc/pgbackrest.conf`, "--stanza=shop", ...words]);
const patronictl = ({ machine, folder }: Node, words: string[], input?: string) =>
  machine.run("postgres", ["patronictl", "-c", join(folder, "etc/patroni/config.yml"), ...words], input);

/** The steps of `docs/three-machines.md`. */
describe.skipIf(why)("the archive of a cluster", () => {
  let cluster: Cluster;
  beforeAll(async () => void (cluster = await startCluster()), 180_000);
  afterAll(async () => {
    await cluster?.close();
    if (cluster) rmSync(cluster.logs, { recursive: true });
  }, 60_000);

  test("after a wrong change, the cluster is brought back to just before", { timeout: 300_000 }, async () => {
    const leader = await cluster.primary();
    const others = cluster.nodes.filter((node) => node !== leader);
    backrest(leader, "stanza-create");
    // All machines have their configuration in the same place, which the guide's command relies on.
    const command = `archive_command=pgbackrest --config=$(dirname $(dirname $(dirname $(dirname $(dirname "$PWD")))))/etc/pgbackrest.conf --stanza=shop archive-push %p`;
    patronictl(leader, ["edit-config", "--force", "-p", command]);
    await untilTrue(() => query(leader, "show archive_command") !== "/bin/true", 30_000);
    query(leader, "create table proof (what text)");
    query(leader, "insert into proof values ('before the backup')");
    backrest(leader, "backup");
    query(leader, "insert into proof values ('after the backup')");
    await delay(1500);
    const time = query(leader, "select now()");
    await delay(1500);
    query(leader, "delete from proof");

    for (const node of [...others, leader]) await node.stopPatroni();
    const before = readFileSync(join(dataOf(leader), "PG_VERSION"), "utf8");
    backrest(leader, "--delta", "--type=time", `--target=${time}`, "--target-action=promote", "restore");
    expect(readFileSync(join(dataOf(leader), "PG_VERSION"), "utf8")).toBe(before);
    const pg = (...words: string[]) =>
      leader.machine.run("postgres", ["/usr/lib/postgresql/15/bin/pg_ctl", "-D", dataOf(leader), "-s", ...words]);
    pg("-w", "-l", join(leader.folder, "var/log/postgresql/restore.log"), "start");
    await untilTrue(() => query(leader, "select pg_is_in_recovery()") === "f", 60_000);
    pg("-m", "fast", "stop");
    patronictl(leader, ["remove", "shop"], "shop\nYes I am aware\n");
    for (const node of others) rmSync(dataOf(node), { recursive: true });
    leader.startPatroni();
    await untilTrue(async () => (await cluster.primary([leader])) === leader, 60_000);
    for (const node of others) node.startPatroni();
    await cluster.whole(120_000);

    expect(query(leader, "select what from proof order by what")).toBe("after the backup\nbefore the backup");
    for (const node of others) expect(query(node, "select count(*) from proof")).toBe("2");
    // It continues archiving, with its own settings.
    expect(query(leader, "show synchronous_standby_names")).toContain("2 (");
    query(leader, "select pg_switch_wal()");
    backrest(leader, "check");
    expect(existsSync(dataOf(others[0]!))).toBe(true);
  });
});
