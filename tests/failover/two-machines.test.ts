import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { checkAll, stockUp } from "../support/books.ts";
import { noExternalPostgres, startExternalPostgres } from "../support/external-postgres.ts";
import { openBackdoor } from "../support/live-shop.ts";
import { openMailSink } from "../support/mail-sink.ts";
import { longestGap, makeLoad } from "../support/order-load.ts";
import { openProviderSandbox } from "../support/provider-sandbox.ts";
import { dataFolder, freePort, startShop } from "../support/shop-process.ts";
import { keepVisiting } from "./visits.ts";

const STOCK = 1_000_000;
const HAPROXY = "/usr/sbin/haproxy";
/** Orders that show that everything works. */
const STEADY = 20;
/** Patient, for a busy machine: `docs/two-machines.md` has what was measured on an idle one. */
const WITHIN_MS = 30_000;
const DRAIN_SECONDS = 5;

const why = noExternalPostgres ?? (existsSync(HAPROXY) ? undefined : "HAProxy is not installed (tests/failover/install.sh)");
if (why) console.log(`Skipped: ${why}`);

/** `deploy/cluster/haproxy.cfg` for two shops on this machine, without TLS and without the ways to the databases of a cluster. */
function configFor(port: string, shops: readonly { port: string }[]): string {
  const whole = readFileSync(join(import.meta.dirname, "../../deploy/cluster/haproxy.cfg"), "utf8");
  const common = whole.slice(0, whole.indexOf("# PgBouncer's way to the primary"));
  const web = whole.slice(whole.indexOf("frontend web"));
  const here = (common + web)
    .replaceAll(/^\t(?:log |user |group |option httplog|option dontlognull|bind :443|http-request redirect|# certificate).*\n/gm, "")
    .replaceAll(/^\tserver \w+3 .*\n/gm, "")
    .replace("bind :80", `bind 127.0.0.1:${port}`);
  return shops.reduce((config, shop, n) => config.replaceAll(`@ADDRESS_${n + 1}@:3000`, `127.0.0.1:${shop.port}`), here);
}

async function startHaproxy(config: string): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "despensa-haproxy-"));
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, config);
  const child = spawn(HAPROXY, ["-db", "-f", file], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => (said += String(chunk)));
  const ended = once(child, "exit").then(([code]) => code !== 0 && console.error(`HAProxy ended: ${said}`));
  return async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

test.skipIf(why)(
  "two machines behind HAProxy go on when one is stopped or lost and when the database is killed, and lose nothing",
  { timeout: 300_000 },
  async () => {
    const postgres = await startExternalPostgres();
    const [sandbox, mail] = [await openProviderSandbox(), await openMailSink()];
    const port = await freePort();
    const entry = `http://localhost:${port}`;
    const shared = {
      DATABASE_URL: postgres.url,
      JWT_SECRET: "of both machines, which share it",
      SMTP_URL: mail.url,
      // The providers must get the same from both: a repeated payment is refused if anything else differs.
      PUBLIC_URL: entry,
      ...sandbox.env,
    };
    const machines = await Promise.all([dataFolder(), dataFolder()].map(async (data) => ({ data, port: await freePort() })));
    const start = ({ data, port }: (typeof machines)[number]) =>
      startShop({ ...shared, DATA_DIR: data.path, PORT: port, TRUST_PROXY: "127.0.0.1", DRAIN_SECONDS: String(DRAIN_SECONDS) });
    const shops = [await start(machines[0]!), await start(machines[1]!)];
    const stopHaproxy = await startHaproxy(configFor(port, machines));
    const behind = openBackdoor(machines[0]!.data.path, postgres.connection, shared);
    const productIds = await stockUp(behind, 10, STOCK);
    const load = makeLoad({ behind, productIds, entry, buyers: 5, online: { sandbox, payers: 3 } });

    /** Causes a fault under load, and measures what shoppers notice of it. */
    async function survive(name: string, fault: () => Promise<unknown>): Promise<{ failed: number }> {
      await load.untilMore(STEADY);
      const { unavailable, unanswered } = load.failed;
      Object.assign(visits, { served: 0, failed: [], longestMs: 0 });
      const begun = performance.now();
      await fault();
      await load.untilMore(STEADY);
      const gap = longestGap(load, begun).ms;
      const counts = [load.failed.unavailable - unavailable, load.failed.unanswered - unanswered] as const;
      console.log(
        `${name}: no order for ${(gap / 1000).toFixed(1)} s; ${counts[0]} calls got a 503, ${counts[1]} no response of a shop; ` +
          `${visits.failed.length} of ${visits.served} pages failed, the slowest took ${(visits.longestMs / 1000).toFixed(1)} s`,
      );
      expect(gap, name).toBeLessThan(WITHIN_MS);
      expect(visits.failed, name).toEqual([]);
      return { failed: counts[0] + counts[1] };
    }

    const visits = keepVisiting(load);
    await load.during(async () => {
      const update = await survive("An update of a machine", async () => {
        expect(await shops[1]!.stop()).toBe(0);
        shops[1] = await start(machines[1]!);
      });
      expect(update.failed).toBe(0);
      await survive("kill -9 of a machine's shop", async () => {
        await shops[0]!.stop("SIGKILL");
        await load.untilMore(STEADY);
        shops[0] = await start(machines[0]!);
      });
      await survive("kill -9 of the database, which starts again", async () => {
        await postgres.kill();
        await delay(2000);
        await postgres.restart();
      });
    });
    await visits.end();
    await checkAll({ behind, start: STOCK, load, mail });
    console.log(`${load.orders.size} orders, each with its stock, payment and emails`);

    await behind.close();
    for (const shop of shops) expect(await shop.stop()).toBe(0);
    await stopHaproxy();
    await mail.close();
    await postgres.stop();
    for (const { data } of machines) data.remove();
  },
);
