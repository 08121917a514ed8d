import { execFileSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { untilTrue } from "../support/shop-process.ts";
import { Machine, Network } from "./machines.ts";

const DEPLOY = join(import.meta.dirname, "../../deploy/cluster");
const FOLDERS = ["etc/haproxy", "var/lib/etcd", "var/lib/postgresql/15", "var/run/postgresql", "var/log/postgresql"];

/** A machine of the cluster, set up from the files in `deploy/cluster`. */
export interface Node {
  machine: Machine;
  /** Holds its `etc` and `var`. */
  folder: string;
  /** What `deploy/cluster` sets for the shop. */
  settings: Record<string, string>;
  startPatroni(): void;
  /** Also stops PostgreSQL. */
  stopPatroni(): Promise<void>;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

/** Three machines, each with etcd, PostgreSQL under Patroni, HAProxy and PgBouncer. */
export interface Cluster {
  network: Network;
  nodes: Node[];
  /** The certificate that HAProxy shows. */
  certificate: string;
  /** As the machine at hand knows it. */
  primary(among?: readonly Node[]): Promise<Node>;
  /** Those that commits wait for. */
  standbys(): Promise<Node[]>;
  /** Waits until there is one primary and everybody else follows it synchronously. */
  whole(withinMs?: number): Promise<void>;
  switchOver(): Promise<void>;
  /** The process id of the PostgreSQL on a machine. */
  postgres(node: Node): number;
  /** A folder of its own for what the programs print. */
  logs: string;
  close(): Promise<void>;
}

/** The cluster as a machine's Patroni sees it. */
async function members({ machine }: Node): Promise<Member[]> {
  const answer = await fetch(`http://${machine.address}:8008/cluster`, { signal: AbortSignal.timeout(2000) });
  return ((await answer.json()) as { members: Member[] }).members;
}

export async function startCluster(): Promise<Cluster> {
  const network = new Network();
  const root = mkdtempSync(join(tmpdir(), "despensa-cluster-"));
  chmodSync(root, 0o755);
  const passwords = ["SUPERUSER", "REPLICATION", "REWIND", "PATRONI", "SHOP", "BACKREST"].map(
    (who) => `${who}_PASSWORD=${randomBytes(12).toString("hex")}`,
  );
  const addresses = [1, 2, 3].map((n) => `ADDRESS_${n}=${network.prefix}.${n}`);
  const logs = mkdtempSync(join(tmpdir(), "despensa-cluster-logs-"));
  writeFileSync(join(root, "cluster.env"), [...addresses, `NETWORK=${network.prefix}.0/24`, ...passwords].join("\n"));
  const pem = makeCertificate(root, network);
  mkdirSync(join(root, "archive"));
  execFileSync("chown", ["postgres:postgres", join(root, "archive")]);
  const nodes = [1, 2, 3].map((number) => setUp(new Machine(number, network, logs), root, pem));
  for (const { machine, folder } of nodes) machine.start("etcd", ["etcd"], readEnv(join(folder, "etc/default/etcd")));
  for (const node of nodes) {
    const { machine, folder } = node;
    machine.start("root", ["haproxy", "-db", "-f", join(folder, "etc/haproxy/haproxy.cfg")]);
    machine.start("postgres", ["pgbouncer", "-q", join(folder, "etc/pgbouncer/pgbouncer.ini")]);
    node.startPatroni();
  }

  const withRole = async (isWanted: (member: Member) => boolean, among: readonly Node[] = nodes): Promise<Node[]> => {
    const all = await Promise.any(among.map(members));
    return all.filter(isWanted).map(({ name }) => nodes[Number(name.at(-1)) - 1]!); // machine1 to machine3
  };
  const cluster: Cluster = {
    network,
    nodes,
    logs,
    certificate: readFileSync(join(root, "certificate.pem"), "utf8"),
    async primary(among) {
      const [node] = await withRole(({ role }) => role === "leader", among);
      if (!node) throw new Error("There is no primary");
      return node;
    },
    standbys: () => withRole(({ role }) => role === "sync_standby"),
    whole: (withinMs = 60_000) =>
      untilTrue(async () => {
        for (const node of nodes) {
          const states = (await members(node)).map(({ role, state }) => `${role} ${state}`).toSorted();
          if (String(states) !== "leader running,sync_standby running,sync_standby running" && String(states) !== STREAMING) return false;
        }
        return true;
      }, withinMs),
    async switchOver() {
      const from = await cluster.primary();
      const config = join(from.folder, "etc/patroni/config.yml");
      from.machine.run("postgres", ["patronictl", "-c", config, "switchover", "--master", `machine${from.machine.number}`, "--force"]);
    },
    postgres: ({ folder }) => Number.parseInt(readFileSync(join(folder, "var/lib/postgresql/15/shop/postmaster.pid"), "utf8"), 10),
    async close() {
      await Promise.all(nodes.map(({ machine }) => machine.remove()));
      network.remove();
      rmSync(root, { recursive: true, force: true });
    },
  };
  await cluster.whole(90_000);
  const { machine, folder } = await cluster.primary();
  const script = join(folder, "etc/patroni/create-shop.sql");
  machine.run("postgres", ["psql", "-q", "-v", "ON_ERROR_STOP=1", "-h", join(folder, "var/run/postgresql"), "-f", script]);
  return cluster;
}

/** Later versions of Patroni say "streaming" of a standby. */
const STREAMING = "leader running,sync_standby streaming,sync_standby streaming";

/** Writes a machine's files as the guide says, moved into a folder of their own. */
function setUp(machine: Machine, root: string, pem: string): Node {
  const folder = join(root, String(machine.number));
  execFileSync("sh", [join(DEPLOY, "fill-in.sh"), String(machine.number), folder], {
    env: { ...process.env, CLUSTER_ENV: join(root, "cluster.env") },
  });
  for (const name of FOLDERS) mkdirSync(join(folder, name), { recursive: true });
  const move = (file: string, change = (text: string) => text) => {
    const path = join(folder, file);
    writeFileSync(path, change(readFileSync(path, "utf8").replaceAll(/(?<=[ =])\/(?=etc\/|var\/)/g, `${folder}/`)));
  };
  for (const file of ["etc/default/etcd", "etc/pgbouncer/pgbouncer.ini", "etc/haproxy/haproxy.cfg"]) move(file);
  // A test must not be able to restart the machine, and three servers share its memory.
  move("etc/patroni/config.yml", (text) =>
    text.replace("mode: automatic", "mode: off").replace("shared_buffers: 1GB", "shared_buffers: 64MB"),
  );
  // A folder instead of a bucket.
  move("etc/pgbackrest.conf", (text) =>
    text
      .replaceAll(/^repo1-s3-.*\n/gm, "")
      .replace("repo1-type=s3", `repo1-type=posix\nlog-level-file=off\nlock-path=${folder}/lock`)
      .replace("repo1-path=/shop", `repo1-path=${root}/archive`),
  );
  writeFileSync(join(folder, "etc/haproxy/shop.pem"), pem);
  execFileSync("chown", ["-R", "postgres:postgres", folder]);
  execFileSync("chown", ["-R", "etcd:etcd", join(folder, "var/lib/etcd")]);
  let patroni: ChildProcess;
  return {
    machine,
    folder,
    // With the setting that it suggests.
    settings: readEnv(join(folder, "etc/despensa/settings.env"), (text) => text.replace("#DATABASE_READ_URL=", "DATABASE_READ_URL=")),
    startPatroni: () =>
      void (patroni = machine.start("postgres", ["patroni", join(folder, "etc/patroni/config.yml")], { LC_ALL: "C.UTF-8" })),
    stopPatroni: () => machine.stop(patroni),
  };
}

function readEnv(file: string, change = (text: string) => text): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parseEnv(change(readFileSync(file, "utf8")))).filter((entry): entry is [string, string] => !!entry[1]),
  );
}

/** @returns certificate and key */
function makeCertificate(root: string, { prefix }: Network): string {
  const [key, certificate] = [join(root, "key.pem"), join(root, "certificate.pem")];
  const names = [1, 2, 3].map((n) => `IP:${prefix}.${n}`).join(",");
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=shop",
      "-addext",
      `subjectAltName=${names}`,
      "-keyout",
      key,
      "-out",
      certificate,
    ],
    { stdio: "ignore" },
  );
  return readFileSync(certificate, "utf8") + readFileSync(key, "utf8");
}
