import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the test needs, by the Debian package that has it. */
const PROGRAMS: Record<string, string> = {
  "postgresql-15": "/usr/lib/postgresql/15/bin/postgres",
  patroni: "/usr/bin/patroni",
  "etcd-server": "/usr/bin/etcd",
  haproxy: "/usr/sbin/haproxy",
  pgbouncer: "/usr/sbin/pgbouncer",
  pgbackrest: "/usr/bin/pgbackrest",
  iproute2: "/sbin/ip",
};

/** Why there can be no cluster here; undefined if there can. */
export function whyNoCluster(): string | undefined {
  if (process.platform !== "linux") return "A cluster needs Linux.";
  const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]!));
  if (missing.length > 0) return `Not installed: ${missing.join(", ")}. Run: sudo tests/failover/install.sh`;
  if (process.getuid?.() !== 0) return "Machines with networks of their own need root.";
  if (spawnSync("unshare", ["--net", "true"]).status !== 0) return "This machine allows no network namespaces.";
  return undefined;
}

const ip = (...words: string[]) => execFileSync("ip", words, { stdio: ["ignore", "pipe", "inherit"] });

/** The accounts that Debian's services run under. */
type Account = "root" | "postgres" | "etcd";

/** A machine with a network of its own: a network namespace. */
export class Machine {
  readonly number: number;
  readonly address: string;
  readonly #name: string;
  readonly #cable: string;
  readonly #network: Network;
  readonly #logs: string;
  readonly #running = new Set<ChildProcess>();
  #isClosing = false;

  /** @param logs a folder for what its programs print */
  constructor(number: number, network: Network, logs: string) {
    this.#network = network;
    this.#logs = logs;
    this.number = number;
    this.address = `${network.prefix}.${number}`;
    this.#name = `${network.name}-${number}`;
    this.#cable = `${network.name}${number}`;
    ip("netns", "add", this.#name);
    ip("link", "add", this.#cable, "type", "veth", "peer", "name", "eth0", "netns", this.#name);
    ip("link", "set", this.#cable, "master", network.name, "up");
    ip("-n", this.#name, "addr", "add", `${this.address}/24`, "dev", "eth0");
    for (const device of ["lo", "eth0"]) ip("-n", this.#name, "link", "set", device, "up");
  }

  /** What to put before a command, so that it runs on this machine. */
  within(account: Account = "root"): string[] {
    const as = account === "root" ? [] : ["setpriv", `--reuid=${account}`, `--regid=${account}`, "--init-groups"];
    return ["ip", "netns", "exec", this.#name, ...as];
  }

  start(account: Account, command: string[], env: Record<string, string> = {}): ChildProcess {
    const [program, ...words] = [...this.within(account), ...command];
    const [name = ""] = command;
    const log = openSync(this.#log(name), "a");
    const child = spawn(program!, words, { env: { PATH: PATH, ...env }, stdio: ["ignore", log, log] });
    closeSync(log);
    this.#running.add(child);
    child.once("exit", () => {
      if (this.#running.delete(child) && !this.#isClosing) console.error(`${name} ended on machine ${this.number}: ${this.said(name)}`);
    });
    return child;
  }

  async stop(child: ChildProcess): Promise<void> {
    this.#running.delete(child);
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  }

  #log(program: string): string {
    return join(this.#logs, `${program}-${this.number}.log`);
  }

  /** The end of what a program printed. */
  said(program: string): string {
    return readFileSync(this.#log(program), "utf8").slice(-LAST_WORDS);
  }

  /**
   * @param input what is typed
   * @returns what it printed
   */
  run(account: Account, command: string[], input = ""): string {
    const [program, ...words] = [...this.within(account), ...command];
    return execFileSync(program!, words, { encoding: "utf8", env: { PATH, LC_ALL: "C.UTF-8" }, input, timeout: 120_000 });
  }

  /** Packets are lost in both directions, and nobody is told. */
  cutNetwork(): void {
    ip("link", "set", this.#cable, "master", this.#network.deadName);
  }

  mendNetwork(): void {
    ip("link", "set", this.#cable, "master", this.#network.name);
  }

  async remove(): Promise<void> {
    this.#isClosing = true;
    const ended = [...this.#running].map((child) => once(child, "exit"));
    for (const child of this.#running) child.kill("SIGTERM");
    const late = setTimeout(() => this.#running.forEach((child) => child.kill("SIGKILL")), 10_000);
    await Promise.all(ended);
    clearTimeout(late);
    for (const pid of ip("netns", "pids", this.#name).toString().split("\n").filter(Boolean)) process.kill(Number(pid), "SIGKILL");
    ip("netns", "del", this.#name);
  }
}

/** How much of a program's output is shown when it ends. */
const LAST_WORDS = 20_000;
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** A switch that machines are plugged into, and this process too. It leads nowhere else. */
export class Network {
  readonly name: string;
  /** A switch without power. */
  readonly deadName: string;
  /** The first three numbers of its addresses. */
  readonly prefix: string;
  /** This process's address. */
  readonly address: string;

  constructor() {
    this.name = `shop${process.pid % 100_000}`;
    this.prefix = `10.213.${process.pid % 250}`;
    this.address = `${this.prefix}.254`;
    this.deadName = `${this.name}off`;
    for (const name of [this.name, this.deadName]) ip("link", "add", name, "type", "bridge");
    ip("addr", "add", `${this.address}/24`, "dev", this.name);
    ip("link", "set", this.name, "up");
  }

  remove(): void {
    for (const name of [this.name, this.deadName]) ip("link", "del", name);
  }
}
