import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { noteArchiveState } from "#server/backup/archive/archive-state.ts";
import { noteBackup } from "#server/backup/backup-runs.ts";
import { databaseNow } from "#server/db/clock.ts";
import { RECIPIENT_REFUSED } from "#server/mail/mailer.ts";
import { settingsOf } from "../../../tests/support/settings.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { attempts, differences, refunds } from "../payments/tables.ts";
import { health } from "./contract.ts";

const shop = await openTestShop();
const { db } = shop.shop.database;
const { token, user } = await makeAdmin(shop);

interface Part {
  name: string;
  ok: boolean;
  about: string;
  at?: string | null;
}

async function partOf(name: string): Promise<Part> {
  const { status, body } = await shop.call(health, undefined, { token });
  expect(status).toBe(200);
  return body.data.find((part: Part) => part.name === name);
}

test("a new shop is healthy, but has no backup; only admins see that", async () => {
  const { body } = await shop.call(health, undefined, { token });
  expect(body.data.filter(({ ok }: Part) => !ok).map(({ name }: Part) => name)).toEqual(["Backup"]);
  expect((await partOf("Database")).about).toMatch(/^PostgreSQL \d+\.\d+, \d+ MB$/);
  expect((await partOf("Payments")).about).toBe("PayPal (simulated), cards (simulated), cash");
  expect((await partOf("Version")).about).toMatch(/^Despensa \d+\.\d+\.\d+, Node 24\./);
  expect((await partOf("Disk")).about).toMatch(/GB free of .* GB$/);
  expect((await shop.call(health, undefined, { token: (await signUp(shop)).token })).status).toBe(403);
});

test("a part that can't be checked needs attention, and the log says why", async () => {
  const error = vi.spyOn(shop.shop.log, "error");
  await db.execute(sql`alter table backup_run rename to elsewhere`);
  expect(await partOf("Backup")).toMatchObject({ ok: false, about: "This could not be checked." });
  await db.execute(sql`alter table elsewhere rename to backup_run`);
  expect(error.mock.calls).toEqual([[{ err: expect.any(Error), part: "Backup" }, "a part of the shop's health could not be checked"]]);
  error.mockRestore();
});

test("only ways to pay that are on and take the shop's currency are named", async () => {
  const change = await settingsOf(shop);
  await change({ ways: ["culqi"] });
  expect((await partOf("Payments")).about).toBe("Cards (simulated)");
  await change({ ways: ["paypal", "culqi", "cash"] });
  await change({ currency: "PEN", yape: true });
  expect((await partOf("Payments")).about).toBe("Cards (simulated), Yape (simulated), cash");
  await change({ currency: "USD" });
});

test("late emails and failed jobs need attention", async () => {
  const addJob = (seconds: number) =>
    db.execute(sql`select graphile_worker.add_job('test.late-email', run_at => now() - make_interval(secs => ${seconds}))`);
  await addJob(30);
  expect(await partOf("Email")).toMatchObject({ ok: true, about: expect.stringMatching(/^1 email waiting, the oldest for 3\d seconds$/) });
  await addJob(1200);
  expect(await partOf("Email")).toMatchObject({ ok: false, about: "2 emails waiting, the oldest for 20 minutes" });
  expect(await partOf("Background jobs")).toMatchObject({ ok: false, about: "2 jobs waiting, the oldest for 20 minutes" });
  await db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts`);
  expect(await partOf("Background jobs")).toMatchObject({ ok: false, about: "2 jobs failed. The log says why." });
});

test("emails that a mail server refuses again and again need attention between the tries, too", async () => {
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await db.execute(sql`select graphile_worker.add_job('test.late-email')`);
  const refusedOnce = sql`update graphile_worker._private_jobs set attempts = attempts + 1, last_error = 'connect ECONNREFUSED',
    run_at = greatest(now(), run_at) + exp(least(attempts + 1, 10)) * interval '1 second'`;
  for (let n = 0; n < 3; n++) await db.execute(refusedOnce);
  expect(await partOf("Email")).toMatchObject({ ok: true, about: expect.stringMatching(/^1 email waiting, the oldest for \d seconds?$/) });
  await db.execute(sql`update graphile_worker._private_jobs set run_at = run_at - interval '20 minutes'`);
  expect(await partOf("Email")).toMatchObject({ ok: false, about: "1 email waiting, the oldest for 20 minutes" });
  await db.execute(sql`select graphile_worker.add_job('test.later-email', run_at => now() + interval '1 hour')`);
  expect((await partOf("Email")).about).toBe("1 email waiting, the oldest for 20 minutes");
});

test("an email that only its recipient's mailbox keeps waiting isn't late", async () => {
  await db.execute(sql`delete from graphile_worker._private_jobs`);
  await db.execute(sql`select graphile_worker.add_job('test.late-email', run_at => now() + interval '1 hour')`);
  const failed = (why: string) => db.execute(sql`update graphile_worker._private_jobs set attempts = 10, last_error = ${why}`);
  await failed("connect ECONNREFUSED");
  expect(await partOf("Email")).toMatchObject({ ok: false, about: expect.stringContaining("1 email waiting") });
  await failed(`${RECIPIENT_REFUSED}: 452 4.2.2 The mailbox is full`);
  expect(await partOf("Email")).toMatchObject({ ok: true, about: "Saved in the outbox, not sent" });
});

test("refunds that failed or take long need attention", async () => {
  const lines = { lines: [], subtotalCents: 100, totalCents: 100, deliveryAddress: {} as never };
  await db.insert(attempts).values({ id: "a", userId: user._id, provider: "paypal", status: "PAID", ...lines, expiresAt: new Date() });
  await db.insert(refunds).values({ id: "r", attemptId: "a", cents: 100, reason: "", status: "PENDING" });
  expect(await partOf("Payments")).toMatchObject({ ok: true, about: expect.stringContaining("1 refund on the way") });
  await db.execute(sql`update payment_refund set created_at = now() - interval '4 days'`);
  expect(await partOf("Payments")).toMatchObject({ ok: false, about: "A refund has been waiting for 4 days" });
  await db.execute(sql`update payment_refund set status = 'FAILED'`);
  expect(await partOf("Payments")).toMatchObject({ ok: false, about: "1 refund failed. See Payments to look at." });
  await db.insert(differences).values({ id: "d", attemptId: "a", cents: 40, status: "FAILED" });
  expect(await partOf("Payments")).toMatchObject({ ok: false, about: "2 refunds failed. See Payments to look at." });
});

test("the last good backup is named with its time; an old one and a failed one need attention", async () => {
  await noteBackup(db, { ok: false, address: "/mnt", problem: "No space left." });
  expect(await partOf("Backup")).toEqual({ name: "Backup", ok: false, at: null, about: "The last backup failed: No space left." });
  await noteBackup(db, { ok: true, address: "/mnt" });
  expect(await partOf("Backup")).toMatchObject({ ok: true, at: expect.any(String), about: "No nightly backup. The last one was made" });
  await db.execute(sql`update backup_run set at = now() - interval '2 days'`);
  expect((await partOf("Backup")).ok).toBe(false);
  await noteBackup(db, { ok: false, address: "/mnt", problem: "No space left" });
  expect(await partOf("Backup")).toMatchObject({
    ok: false,
    at: expect.any(String),
    about: "The last backup failed: No space left. The last good one was made",
  });
});

test("an archive that fails or stands still needs attention, with how much waits", async () => {
  const archived = await openTestShop({ ARCHIVE_TO: "/mnt/archive", BACKUP_PASSPHRASE: "at least twelve" });
  const { dataDir } = archived.shop.config;
  const admin = await makeAdmin(archived);
  const read = async () => {
    const { body } = await archived.call(health, undefined, { token: admin.token });
    return body.data.find(({ name }: Part) => name === "Change archive");
  };
  expect(await read()).toMatchObject({ ok: false, about: "Nothing is archived yet" });
  const at = new Date(databaseNow()).toISOString();
  noteArchiveState(dataDir, { at, problem: "" });
  expect(await read()).toEqual({ name: "Change archive", ok: true, about: "Every change is archived until", at });
  mkdirSync(join(dataDir, "postgres-log"));
  writeFileSync(join(dataDir, "postgres-log/000000010000000000000001"), Buffer.alloc(3 * 1024 ** 2));
  noteArchiveState(dataDir, { at, problem: "/mnt is missing." });
  expect(await read()).toMatchObject({
    ok: false,
    at,
    about: "Changes can't be archived: /mnt is missing. 3 MB are waiting on the server's disk. Archived until",
  });
  noteArchiveState(dataDir, { at: new Date(databaseNow() - 16 * 60_000).toISOString(), problem: "" });
  expect((await read()).ok).toBe(false);
});

test("a shop whose first nightly backup is still to come needs no attention", async () => {
  const nightly = await openTestShop({ BACKUP_TO: "/mnt/backups" });
  const { body } = await nightly.call(health, undefined, { token: (await makeAdmin(nightly)).token });
  expect(body.data.find(({ name }: Part) => name === "Backup")).toEqual({
    name: "Backup",
    ok: true,
    about: "The first one will be made tonight",
  });
});
