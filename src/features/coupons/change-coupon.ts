import type { Database, Db } from "#server/db/connect.ts";
import { isDuplicate } from "#server/db/sql-state.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../audit/note-change.ts";
import { differences, type Fields } from "../audit/rules.ts";
import { lockShelves } from "../catalogue/admin/shelves/shelf-store.ts";
import { couponReply, toFields } from "./coupon-reply.ts";
import { MOST_COUPONS } from "./contract.ts";
import * as store from "./store.ts";

/** Who changes coupons, and the time zone that their days are in. */
interface Changing {
  database: Database;
  adminId: string;
  timeZone: string;
}

/** @throws Refusal 400 if the code is taken, the shelf is gone, or there are too many */
export function addCoupon({ database, adminId, timeZone }: Changing, values: store.CouponValues): Promise<store.StoredCoupon> {
  return withUniqueCode(() =>
    database.transact(async ({ tx, withCommit }) => {
      const [count] = await Promise.all([store.countCoupons(tx), checkShelf(tx, values)]);
      if (count >= MOST_COUPONS)
        throw refuse.badInput(
          t("code can't be added: a shop can have {MOST_COUPONS} coupons. End expired ones first", { MOST_COUPONS }),
          "code",
        );
      const id = newId();
      const added = { id, version: 1, code: values.code };
      return withCommit(
        store.insertCoupon(tx, id, values),
        note(tx, adminId, "added", added, {}, toFields(values)),
        existing(tx, id, timeZone),
      );
    }),
  );
}

/**
 * @throws Refusal 400 if the code is taken or the shelf is gone, 404, 409 with the current coupon if someone else has changed it since
 * `version`
 */
export function changeCoupon(
  { database, adminId, timeZone }: Changing,
  { id, version }: { id: string; version: number },
  values: store.CouponValues,
): Promise<store.StoredCoupon> {
  return withUniqueCode(() =>
    database.transact(async ({ tx, withCommit }) => {
      const [was] = await Promise.all([locked(tx, id, timeZone), checkShelf(tx, values)]);
      if (was.version !== version)
        throw refuse.conflict(t("Someone else has changed this coupon. Check it and save it again."), couponReply(was));
      withCommit(store.updateCoupon(tx, id, values));
      const { before, after } = differences(toFields(was), toFields(values));
      const now = { id, version: version + 1, code: values.code };
      if (Object.keys(after).length > 0) withCommit(note(tx, adminId, "changed", now, before, after));
      return withCommit(existing(tx, id, timeZone));
    }),
  );
}

/** Ends a coupon. Payments in progress keep their use of it. @throws Refusal 404, also if it has ended */
export function endCoupon({ database, adminId, timeZone }: Changing, id: string): Promise<store.StoredCoupon> {
  return database.transact(async ({ tx, withCommit }) => {
    const was = await locked(tx, id, timeZone);
    return withCommit(
      store.markEnded(tx, id),
      note(tx, adminId, "ended", was, { ended: false }, { ended: true }),
      existing(tx, id, timeZone),
    );
  });
}

/** @throws Refusal 404 */
async function locked(tx: Db, id: string, timeZone: string): Promise<store.StoredCoupon> {
  const found = await store.lockCoupon(tx, id, timeZone);
  if (!found) throw refuse.notFound(t("Coupon not found"));
  return found;
}

/** Locks the shelf that a coupon is for, so that nobody deletes it meanwhile. @throws Refusal 400 if it is gone */
async function checkShelf(tx: Db, { categoryId, subCategoryId }: store.CouponValues): Promise<void> {
  const [kind, id] = categoryId ? (["category", categoryId] as const) : (["subCategory", subCategoryId] as const);
  if (id && (await lockShelves(tx, kind, [id])).length === 0) throw refuse.badInput(t("shelf is no longer in the shop"), "shelf");
}

async function existing(tx: Db, id: string, timeZone: string): Promise<store.StoredCoupon> {
  const found = await store.readCoupon(tx, id, timeZone);
  if (!found) throw new Error(`There is no coupon ${id}`);
  return found;
}

async function withUniqueCode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error)) throw refuse.badInput(t("code is used by another coupon"), "code");
    throw error;
  }
}

type Noted = Pick<store.StoredCoupon, "id" | "code" | "version">;

function note(tx: Db, adminId: string, action: string, { id, code, version }: Noted, before: Fields, after: Fields) {
  return noteChange(tx, adminId, { kind: "coupon", thingId: id, thingName: code, action, before, after, version });
}
