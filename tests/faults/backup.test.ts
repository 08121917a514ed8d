import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { checkBooks, orderNumbers, stockUp } from "../support/books.ts";
import { makeBuyers, openBackdoor, type Backdoor } from "../support/live-shop.ts";
import { makeLoad } from "../support/order-load.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { LONG, ROUNDS } from "../support/rounds.ts";
import { COMPILED, dataFolder, freePort, startShop } from "../support/shop-process.ts";

const run = promisify(execFile);
/** After which part of its time a command is killed. */
const PARTS = LONG ? [0.4, 0.6, 0.9] : [0.6];
const STOCK = 1_000_000;
const PASSPHRASE = "a passphrase for the tests";
const folders = [dataFolder({ database: true }), dataFolder()] as const;
const [data, backups] = folders;
const shop = await startShop({ PORT: await freePort(), DATA_DIR: data.path });
const { connection } = await reachEmbedded(data.path);
const behind = openBackdoor(data.path, connection);
const [buyer] = await makeBuyers(behind, 1);
const productIds = await stockUp(behind, 40, STOCK);
const random = randomNumbers(Number(process.env["SEED"] ?? Date.now()));
const load = makeLoad({ behind, productIds, entry: shop.url, buyers: 12, random });

afterAll(async () => {
  await behind.close();
  await shop.stop();
  for (const folder of folders) folder.remove();
});

/** Runs a command as `npm run` does. */
function command(name: "backup" | "restore", dataDir: string, words: string[] = []) {
  const main = join(import.meta.dirname, `../../src/start/backup/${name}-main.ts`);
  const env = { PATH: process.env["PATH"], ...COMPILED, DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE };
  return run(process.execPath, [main, backups.path, ...words], { env });
}

async function inNewFolder(work: (path: string) => Promise<void>): Promise<void> {
  const target = dataFolder();
  try {
    await work(target.path);
  } finally {
    await reachEmbedded(target.path).then(({ stop }) => stop());
    target.remove();
  }
}

/** How long something takes on this machine, in ms. */
async function timeOf(work: (path: string) => Promise<unknown>): Promise<number> {
  let ms = 0;
  await inNewFolder(async (path) => {
    const begun = performance.now();
    await work(path);
    ms = performance.now() - begun;
  });
  return ms;
}

/** Opens the shop of a data folder for as long as `work` takes. */
async function inRestored(path: string, work: (inside: Backdoor, url: string) => Promise<void>): Promise<void> {
  const restored = await startShop({ PORT: await freePort(), DATA_DIR: path });
  const inside = openBackdoor(path, (await reachEmbedded(path)).connection);
  try {
    await work(inside, restored.url);
  } finally {
    await inside.close();
    await restored.stop();
  }
}

test("a backup taken in a burst of orders holds every order acknowledged before it, each whole, and the books balance", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const before: string[] = [];
    await load.during(async () => {
      await load.untilMore(30 + random(60));
      before.push(...(await orderNumbers(behind)));
      await command("backup", data.path);
      await load.untilMore(1);
    });
    expect(load.wrong).toEqual([]);
    await inNewFolder(async (path) => {
      await command("restore", path);
      await inRestored(path, async (inside, url) => {
        const numbers = await orderNumbers(inside);
        expect(before.filter((number) => !numbers.has(number))).toEqual([]);
        expect(numbers.size).toBeLessThan((await orderNumbers(behind)).size);
        await checkBooks(inside, STOCK);
        // A person who was signed in still is: the secrets came along.
        const answer = await buyer!.order(url, [[productIds[0]!, 1]], randomUUID());
        expect(answer.status).toBe(200);
        await checkBooks(inside, STOCK);
      });
    });
  }
});

test("a folder without a shop is refused, and a new one is not made of it", async () => {
  const empty = dataFolder();
  const stderr = expect.stringMatching(/^There is no shop in DATA_DIR \S+\. Set DATA_DIR or DATABASE_URL as for npm start\.\n$/);
  await expect(command("backup", empty.path)).rejects.toMatchObject({ stderr });
  expect(readdirSync(empty.path)).not.toContain("postgres");
  empty.remove();
});

test("a restore that is killed leaves a shop that can be restored again; one that is done is refused", { timeout: 900_000 }, async () => {
  await command("backup", data.path);
  const wholeMs = await timeOf((path) => command("restore", path));
  await inNewFolder(async (path) => {
    for (const part of PARTS) {
      const restoring = command("restore", path);
      setTimeout(() => restoring.child.kill("SIGKILL"), part * wholeMs);
      await restoring.catch(() => {});
    }
    const outcome = await command("restore", path).then(
      () => "restored",
      (error: { stderr: string }) => error.stderr,
    );
    // The last one may have finished before it was killed.
    expect(outcome).toMatch(/^restored$|not empty/);
    await expect(command("restore", path)).rejects.toMatchObject({ stderr: expect.stringContaining("This shop is not empty") });
    await inRestored(path, async (inside) => {
      await checkBooks(inside, STOCK);
      expect((await orderNumbers(inside)).size).toBeGreaterThan(0);
    });
  });
});

test("a backup that is interrupted leaves nothing behind", async () => {
  const wholeMs = await timeOf(() => command("backup", data.path));
  const before = readdirSync(backups.path);
  for (const part of PARTS) {
    const making = command("backup", data.path);
    setTimeout(() => making.child.kill("SIGTERM"), part * wholeMs);
    // A signal may come after the backup is made, when the process is about to end.
    const { stdout } = await making.catch((error: { stdout: string; stderr: string }) => {
      if (error.stderr) expect(error.stderr).toBe("Stopped. Nothing was backed up.\n");
      return error;
    });
    const isMade = stdout.includes("Backed up");
    expect(readdirSync(backups.path).length).toBe(before.length + (isMade ? 1 : 0));
    if (isMade) return;
  }
});
