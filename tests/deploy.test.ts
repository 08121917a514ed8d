import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConnection } from "#server/db/hosts.ts";
import { RESPOND_WITHIN_MS } from "#server/http/deadline.ts";
import { PING_MS } from "#server/live/event-streams.ts";
import { SETTINGS } from "#server/settings/environment.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

test("alerts and the dashboard name only metrics that exist", () => {
  const code = globSync("src/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .map(read)
    .join("\n");
  for (const file of ["deploy/monitoring/alerts.yml", "deploy/monitoring/grafana-dashboard.json"]) {
    const names = [...read(file).matchAll(/despensa_[a-z_]+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ""));
    expect(names.length).toBeGreaterThan(8);
    expect([file, names.filter((name) => !code.includes(`"${name}"`))]).toEqual([file, []]);
  }
});

test("what is in deploy/ sets only settings that exist", () => {
  const files = globSync("deploy/**/*", { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const known = new Set(SETTINGS);
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), "utf8");
    const set = [...text.matchAll(/^\s*(?:- name: |- |#?\s*)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=|: )/gm)].map((match) => match[1]!);
    const foreign = /^(?:(?:POSTGRES|NODE|PATRONI|ETCD|PG|NPM|DEBIAN|ADDRESS)_|(?:SUPERUSER|REPLICATION|REWIND|SHOP|BACKREST)_PASSWORD$)/;
    expect([name, set.filter((setting) => !known.has(setting) && !foreign.test(setting))]).toEqual([name, []]);
  }
});

/** What `deploy/cluster` writes for the first machine. */
const filledIn = mkdtempSync(join(tmpdir(), "despensa-deploy-"));
const example = read("deploy/cluster/cluster.example").replaceAll(/(?<=_PASSWORD=)$/gm, "secret");
writeFileSync(join(filledIn, "cluster.env"), example);
const fillIn = () =>
  execFileSync("sh", [join(root, "deploy/cluster/fill-in.sh"), "1", filledIn], {
    env: { PATH: process.env["PATH"], CLUSTER_ENV: join(filledIn, "cluster.env") },
    encoding: "utf8",
  });
mkdirSync(join(filledIn, "etc"));
// As Debian's package has it.
writeFileSync(join(filledIn, "etc/pgbackrest.conf"), "[main]\npg1-path=/var/lib/postgresql/15/main\n");
fillIn();
const written = (file: string) => readFileSync(join(filledIn, "etc", file), "utf8");
afterAll(() => rmSync(filledIn, { recursive: true, force: true }));

test("the files of a cluster have a value for every placeholder", () => {
  const files = globSync("etc/**/*", { cwd: filledIn, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBe(8);
  for (const { parentPath, name } of files)
    expect([name, readFileSync(join(parentPath, name), "utf8").match(/@[A-Z][A-Z_0-9]+@/g)]).toEqual([name, null]);
});

test("the files of a cluster that were completed are kept when the others are written again", () => {
  const completed = { "despensa/settings.env": "JWT_SECRET=by-hand\n", "pgbackrest.conf": "[global]\nrepo1-s3-key=by-hand\n[shop]\n" };
  const before = Object.keys(completed).map((file) => [file, written(file)] as const);
  expect(before.map(([file, text]) => [file, text.startsWith("# /etc/")])).toEqual(before.map(([file]) => [file, true]));
  for (const [file, text] of Object.entries(completed)) writeFileSync(join(filledIn, "etc", file), text);
  rmSync(join(filledIn, "etc/haproxy/haproxy.cfg"));
  expect(fillIn()).toMatch(/Kept \/etc\/pgbackrest\.conf\..*\nKept \/etc\/despensa\/settings\.env\./);
  expect(written("haproxy/haproxy.cfg")).toContain("backend ready");
  for (const [file, text] of Object.entries(completed)) expect(written(file)).toBe(text);
  for (const [file, text] of before) writeFileSync(join(filledIn, "etc", file), text);
});

test("the shop on a cluster serves through the pooler, and finds the primary by itself for the rest", () => {
  const settings = written("despensa/settings.env");
  const address = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(settings)![1]!;
  expect(readConnection(address("DATABASE_URL"))).toEqual({ connectionString: "postgres://shop:secret@127.0.0.1:6432/shop" });
  const hosts = ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map((host) => ({ host, port: 5432 }));
  expect(readConnection(address("DATABASE_DIRECT_URL"))).toMatchObject({ hosts });
});

test("HAProxy gives up what it sent to a machine that is gone, which it must be told for each server", () => {
  const servers = written("haproxy/haproxy.cfg").match(/^\tserver .*$/gm)!;
  expect(servers).toHaveLength(15);
  // HAProxy 2.6 does not take it over from `default-server`.
  expect(servers.filter((server) => !/ tcp-ut [1-3]s\b/.test(server))).toEqual([]);
});

test("the proxies wait longer than the shop takes to respond, or is silent in live updates", () => {
  const ofHaproxy = [...written("haproxy/haproxy.cfg").matchAll(/^\ttimeout server (\d+)s$/gm)];
  const ofCaddy = [...read("deploy/container/Caddyfile").matchAll(/import shops (\d+)s$/gm)];
  expect([ofHaproxy.length, ofCaddy.length]).toEqual([2, 1]);
  for (const [, limit] of [...ofHaproxy, ...ofCaddy]) {
    expect(Number(limit) * 1000).toBeGreaterThan(RESPOND_WITHIN_MS);
    expect(Number(limit) * 1000).toBeGreaterThan(PING_MS);
    expect(Number(limit)).toBeLessThan(60);
  }
});

const seconds = (name: string) => Number(new RegExp(`^ +${name}: (\\d+)`, "m").exec(written("patroni/config.yml"))![1]);

test("Patroni gives up a lost primary only after its role has expired", () => {
  expect(seconds("loop_wait") + 2 * seconds("retry_timeout")).toBeLessThanOrEqual(seconds("ttl"));
});

/** A test of a program's own check of its file, where the program is installed. */
function checkedBy(program: string, title: string, check: () => void): void {
  const isThere = existsSync(program);
  if (!isThere) console.log(`Skipped: ${program} is not installed, so "${title}" was not tested`);
  test.skipIf(!isThere)(title, check);
}

checkedBy("/usr/sbin/haproxy", "HAProxy accepts its configuration", () => {
  const file = join(filledIn, "haproxy.cfg");
  // Without the certificate, which everyone brings.
  writeFileSync(file, written("haproxy/haproxy.cfg").replace(/^.*bind :443.*$/m, ""));
  const { status, stdout, stderr } = spawnSync("/usr/sbin/haproxy", ["-c", "-f", file], { encoding: "utf8" });
  expect([status, /\[(?:WARNING|ALERT)\].*/.exec(stdout + stderr)]).toEqual([0, null]);
});

const ALERT_TESTS = globSync("*.test.yml", { cwd: join(root, "deploy/monitoring") });

checkedBy("/usr/bin/promtool", "Prometheus accepts the alert rules, and each fires when it should and not before", () => {
  const folder = join(root, "deploy/monitoring");
  const { status, stdout, stderr } = spawnSync("/usr/bin/promtool", ["test", "rules", ...ALERT_TESTS], { cwd: folder, encoding: "utf8" });
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
});

test("every alert rule has a test in which it fires", () => {
  const rules = [...read("deploy/monitoring/alerts.yml").matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  const tests = ALERT_TESTS.map((file) => read(`deploy/monitoring/${file}`)).join("\n");
  const tested = tests.matchAll(/alertname: (\w+)\s+exp_alerts:\n/g);
  const fired = new Set([...tested].map(([, name]) => name!));
  expect(rules.filter((name) => !fired.has(name))).toEqual([]);
});

checkedBy("/usr/bin/patroni", "Patroni accepts its configuration", () => {
  const { stdout, stderr } = spawnSync("/usr/bin/patroni", ["--validate-config", join(filledIn, "etc/patroni/config.yml")], {
    encoding: "utf8",
  });
  // That nothing runs here yet, and that the access rules are under `postgresql`, is no mistake.
  const usual = /not reachable|already in use|bootstrap\.pg_hba|bin_dir|data_dir|^\s*$/;
  expect((stdout + stderr).split("\n").filter((line) => !usual.test(line))).toEqual([]);
});
