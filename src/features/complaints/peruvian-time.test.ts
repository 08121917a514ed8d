import { afterAll, expect, test } from "vitest";
import { noteDatabaseTime } from "#server/db/clock.ts";
import { tasksOf } from "#start/background-work.ts";
import { COMPLAINT, COMPLAINTS_BOOK } from "../../../tests/support/complaint.ts";
import { makeAdmin } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { changeSettings, readSettings } from "../shop/settings/contract.ts";
import * as contract from "./contract.ts";

const SHOP_EMAIL = "shop@despensa.example";
const shop = await openTestShop({ SHOP_EMAIL, SHOP_TIMEZONE: "UTC" });

const itIs = (ms: number) => noteDatabaseTime(ms, performance.now());
afterAll(() => itIs(Date.now()));

/** An admin who logs in at a time: logins end while it passes. */
async function adminAt(time: string) {
  itIs(Date.parse(time));
  return makeAdmin(shop);
}

async function remind() {
  const task = tasksOf(shop.shop).find(({ name }) => name === "complaints.remind");
  // oxlint-disable-next-line typescript/no-explicit-any -- it uses nothing of the library
  await task!.execute({ id: "0", data: {} }, undefined as any);
  return (await shop.emailsTo(SHOP_EMAIL)).filter(({ subject }) => subject?.includes("due soon")).length;
}

test("a shop in UTC counts the days of the complaints book in Peru: at 20:00 there, it is still the same day", async () => {
  const tuesday = await adminAt("2026-11-18T01:00:00Z");
  const was = (await shop.call(readSettings, undefined, tuesday)).body.data.settings;
  await shop.call(changeSettings, { changes: COMPLAINTS_BOOK, was }, tuesday);
  const { sheet } = (await shop.call(contract.fileComplaint, COMPLAINT)).body.data;
  expect(sheet.dueOn).toBe("2026-12-10"); // there are two holidays in between
  const left = async (admin: { token: string }) => (await shop.call(contract.listComplaints, {}, admin)).body.data[0].left;
  expect(await left(tuesday)).toEqual({ days: 15, overdue: false });

  const wednesday = await adminAt("2026-12-03T01:00:00Z");
  expect([await left(wednesday), await remind()]).toEqual([{ days: 4, overdue: false }, 0]);
  const lastDay = await adminAt("2026-12-11T01:00:00Z");
  expect([await left(lastDay), await remind()]).toEqual([{ days: 0, overdue: false }, 1]);
});

test("a sheet of New Year's Eve in Peru is numbered in the old year", async () => {
  itIs(Date.parse("2027-01-01T01:00:00Z"));
  const { sheet } = (await shop.call(contract.fileComplaint, { ...COMPLAINT, email: "ana@shop.example" })).body.data;
  expect(sheet.number).toBe("000000002-2026");
});
