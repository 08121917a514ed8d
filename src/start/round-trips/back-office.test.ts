import { test } from "vitest";
import { listAdminChanges, listChangers } from "#features/audit/contract.ts";
import { findAnything } from "#features/back-office/contract.ts";
import * as complaints from "#features/complaints/contract.ts";
import * as inbox from "#features/contact/contract.ts";
import * as coupons from "#features/coupons/contract.ts";
import * as dashboard from "#features/dashboard/contract.ts";
import * as delivery from "#features/delivery/contract.ts";
import { indexProducts } from "#features/search/engine/index-products.ts";
import { exportSearches, searchReport } from "#features/search/report/contract.ts";
import * as synonyms from "#features/search/synonyms/contract.ts";
import { COMPLAINT, COMPLAINTS_BOOK } from "../../../tests/support/complaint.ts";
import { TEN_PERCENT } from "../../../tests/support/coupons.ts";
import { openCallCounter } from "../../../tests/support/counted-calls.ts";
import { zone } from "../../../tests/support/delivery.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { settingsOf } from "../../../tests/support/settings.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";

const { near, call, count, check } = await openCallCounter();
const { token } = await makeAdmin(near);

test("the messages and the complaints book", { timeout: 60_000 }, async () => {
  const writer = await signUp(near);
  for (const subject of ["Figs", "Dates"]) {
    const message = { name: "Ana", email: "ana@shop.example", subject, message: "When?" };
    await call(inbox.sendMessage, message, { token: writer.token });
  }
  await count(inbox.listMessages, {}, { token });
  const [first, second] = (await call(inbox.listMessages, {}, { token })).body.data;
  await count(inbox.answerMessage, { _id: first._id, text: "Tomorrow" }, { token });
  await count(inbox.archiveMessage, { _id: second._id }, { token });
  await count(inbox.reopenMessage, { _id: second._id }, { token });

  // The process that counts has them at once.
  const set = await settingsOf({ ...near, call });
  await set(COMPLAINTS_BOOK);
  await near.call(complaints.fileComplaint, COMPLAINT);
  await count(complaints.listComplaints, {}, { token });
  await count(complaints.countWaiting, undefined, { token });
  const [{ _id }] = (await call(complaints.listComplaints, {}, { token })).body.data;
  await count(complaints.getComplaint, undefined, { token, params: { complaintId: _id } });
  await count(complaints.answerComplaint, { _id, text: "Lo sentimos" }, { token });
  await count(complaints.exportComplaints, undefined, { token });
});

test("coupons, delivery and search", { timeout: 60_000 }, async () => {
  await count(coupons.addCoupon, { ...TEN_PERCENT, code: "SUMMER" }, { token });
  await count(coupons.listCoupons, undefined, { token });
  const [coupon] = (await call(coupons.listCoupons, undefined, { token })).body.data;
  const { _id, version } = coupon;
  await count(coupons.changeCoupon, { ...TEN_PERCENT, code: "WINTER", _id, version }, { token });
  await count(coupons.endCoupon, { _id }, { token });
  await count(delivery.readPlan, undefined, { token });
  const { version: planVersion } = (await call(delivery.readPlan, undefined, { token })).body.data;
  const plan = { on: true, zones: [zone()], collection: null, exceptions: [] };
  await count(delivery.changePlan, { plan, version: planVersion }, { token });

  await count(synonyms.addSynonym, { rule: "palta = avocado" }, { token });
  await count(synonyms.listSynonyms, undefined, { token });
  const [synonym] = (await call(synonyms.listSynonyms, undefined, { token })).body.data;
  await count(synonyms.changeSynonym, { _id: synonym._id, rule: "palta = aguacate" }, { token });
  const water = await addProduct(near, { name: "Sparkling water" });
  await near.shop.database.transact(({ tx }) => indexProducts(tx, [water]));
  const preview = { rule: "soda → water", search: "soda" };
  // The first search reads the index into memory.
  await call(synonyms.previewSynonym, preview, { token });
  await count(synonyms.previewSynonym, preview, { token });
  await count(synonyms.deleteSynonym, { _id: synonym._id }, { token });
  await count(synonyms.restoreSynonym, { _id: synonym._id }, { token });
  await count(searchReport, {}, { token });
  await count(exportSearches, {}, { token });
});

test("the overview, the history and the search of the back office", { timeout: 60_000 }, async () => {
  const figs = await addProduct(near, { stock: 1, name: "Figs" });
  await near.shop.database.transact(({ tx }) => indexProducts(tx, [figs]));
  await count(dashboard.sales, undefined, { token });
  // Past days are added up once.
  await call(dashboard.bestSellers, undefined, { token });
  await count(dashboard.bestSellers, undefined, { token });
  await count(dashboard.lowStock, undefined, { token });
  await count(dashboard.missedSearches, undefined, { token });
  await count(dashboard.health, undefined, { token });
  await count(listAdminChanges, {}, { token });
  await count(listChangers, undefined, { token });
  // The first search reads the index into memory.
  await call(findAnything, { q: "figs" }, { token });
  await count(findAnything, { q: "figs" }, { token });
});

test("each takes at most 3 round trips, except those listed", () => check(import.meta.filename));
