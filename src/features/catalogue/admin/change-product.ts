import type { Db, Transaction } from "#server/db/connect.ts";
import type { AtCommit } from "#server/db/open-transaction.ts";
import { aboutField } from "#server/http/check-messages.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { seesCosts, type Role } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../../audit/note-change.ts";
import { differences } from "../../audit/rules.ts";
import { missingPictures, refuseMissing } from "../../files/use-pictures.ts";
import { indexWritten, readForIndex, unindexProducts } from "../../search/engine/index-products.ts";
import { readOfferDates } from "../offers/store.ts";
import { readBarcode } from "../fields/rules.ts";
import type { ShelfKind } from "../shelf-tables.ts";
import { readShopProducts } from "../store.ts";
import { tagsOf } from "../tags.ts";
import { adminProductReply, type TranslatedProduct } from "./admin-product-reply.ts";
import { readAdminProduct } from "./find/read-found.ts";
import { noted, toRow, type SentProduct } from "./product-fields.ts";
import * as store from "./product-store.ts";
import { refuseOld, refuseRestoring, refuseUnknown, refusingTaken } from "./refusals.ts";
import { lockShelves, shelvesOfProduct, type Named } from "./shelves/shelf-store.ts";

type Person = Pick<Visitor, "userId" | "role">;

/** @throws Refusal 400 or 403 naming the field, 404 if a shelf does not exist, 409 if another product has the sku or the barcode */
export async function addProduct(shop: Shop, { userId: by, role }: Person, sent: SentProduct): Promise<TranslatedProduct> {
  const cost = costBy(role, sent);
  const { database } = shop;
  const { timeZone } = await shop.identity();
  const id = newId();
  const work = database.transact(async (transaction) => {
    const { tx, invalidate, withCommit } = transaction;
    const [dates, missing, shelves, indexContext] = await Promise.all([
      sent.offer ? readOfferDates(tx, sent.offer, timeZone) : null,
      missingPictures(tx, sent.image),
      lockBoth(tx, sent),
      readForIndex(tx, id, sent),
    ]);
    const row = toRow({ ...sent, cost_price: cost }, dates);
    refuseMissing(row.image, missing);
    refuseUnknownOf(sent, shelves);
    withCommit(store.insertProduct(tx, id, row), placeIn(tx, id, sent));
    invalidate(...tagsOfChange(id, shelves.category), tagsOf.shelves);
    withCommit(noteChange(tx, by, { ...nameOf(id, row), action: "added", after: noted(row, shelves), version: 1 }));
    return finish(transaction, id, row, indexContext);
  });
  return refusingTaken(() => codeTaken(database.db, id, sent), work);
}

/** @throws Refusal as {@link addProduct} does, and 409 if the product has changed since `version` */
export async function updateProduct(
  shop: Shop,
  { userId: by, role }: Person,
  sent: SentProduct & { _id: string; version?: number | undefined },
): Promise<TranslatedProduct> {
  const cost = costBy(role, sent);
  const { database } = shop;
  const { timeZone } = await shop.identity();
  const { _id: id } = sent;
  const work = database.transact(async (transaction) => {
    const { tx, invalidate, withCommit } = transaction;
    const [known, dates, missing, shelves, here, there] = await Promise.all([
      lockPresent(tx, id),
      sent.offer ? readOfferDates(tx, sent.offer, timeZone) : null,
      missingPictures(tx, sent.image),
      lockBoth(tx, sent),
      readForIndex(tx, id),
      readForIndex(tx, id, sent),
    ]);
    if (sent.version !== undefined && sent.version !== known.version)
      refuseOld("product", sent.version, adminProductReply(await readAdminProduct(tx, id, timeZone), role));
    const row = toRow({ ...sent, cost_price: cost }, dates, known);
    const added = row.image.filter((address) => !known.image.includes(address));
    refuseMissing(added, missing);
    refuseUnknownOf(sent, shelves);
    withCommit(store.updateProduct(tx, id, row));
    const { before, after } = differences(noted(known, known), noted(row, shelves));
    const moves = "category" in after || "subCategory" in after;
    if (moves) withCommit(placeIn(tx, id, sent));
    const isElsewhere = moves || "hidden" in after;
    invalidate(...tagsOfChange(id, [...known.category, ...shelves.category]), ...(isElsewhere ? [tagsOf.shelves] : []));
    withCommit(noteChange(tx, by, { ...nameOf(id, row), action: "changed", before, after, version: known.version + 1 }));
    const isIndexed = Object.keys({ ...before, ...after }).every((field) => NOT_INDEXED.has(field));
    return finish(transaction, id, row, isIndexed ? null : moves ? there : here);
  });
  return refusingTaken(() => codeTaken(database.db, id, sent), work);
}

/** Removes a product from the shop and from all carts. Orders keep their own copy. @throws Refusal 404 */
export async function deleteProduct({ database }: Shop, by: string, id: string): Promise<void> {
  await database.transact(async ({ tx, invalidate, withCommit }) => {
    const known = await lockPresent(tx, id);
    invalidate(...tagsOfChange(id, known.category), tagsOf.shelves);
    withCommit(
      store.setProductDeleted(tx, id, true),
      unindexProducts(tx, [id]),
      noteChange(tx, by, { ...nameOf(id, known), action: "deleted", before: noted(known, known), version: known.version + 1 }),
    );
  });
}

/** Restores a deleted product. @throws Refusal 404, or 409 if it cannot be restored */
export async function restoreProduct({ database }: Shop, by: string, id: string): Promise<TranslatedProduct> {
  let codes: Pick<store.ProductRow, "sku" | "barcode"> = { sku: null, barcode: null };
  const work = database.transact(async (transaction) => {
    const { tx, invalidate, withCommit } = transaction;
    const [[known], category, subCategory, indexContext] = await Promise.all([
      store.lockProductsToChange(tx, [id]),
      lockShelves(tx, "category", shelvesOfProduct("category", id)),
      lockShelves(tx, "subCategory", shelvesOfProduct("subCategory", id)),
      readForIndex(tx, id),
    ]);
    if (!known) throw refuse.notFound(t("Product not found"));
    refuseRestoring("product", known);
    codes = known;
    await refuseHomeless(tx, known, { category, subCategory });
    invalidate(...tagsOfChange(id, known.category), tagsOf.shelves);
    withCommit(
      store.setProductDeleted(tx, id, false),
      noteChange(tx, by, { ...nameOf(id, known), action: "restored", after: noted(known, known), version: known.version + 1 }),
    );
    return finish(transaction, id, known, indexContext);
  });
  return refusingTaken(() => codeTaken(database.db, id, codes), work);
}

/**
 * The cost that somebody of the staff sets; undefined leaves it as it is. Whoever doesn't see it gets null for it, and may send that.
 * @throws Refusal 403
 */
function costBy(role: Role, { cost_price: cost }: SentProduct): SentProduct["cost_price"] {
  if (seesCosts(role)) return cost;
  if (typeof cost === "number") throw refuse.forbidden(aboutField("cost_price", t("is for admins only")));
  return undefined;
}

async function lockPresent(tx: Db, id: string): Promise<store.LockedProduct> {
  const [known] = await store.lockProductsToChange(tx, [id]);
  if (!known || known.deleted) throw refuse.notFound(t("Product not found"));
  return known;
}

type Both<T> = Record<ShelfKind, T>;

/** Locks the product's new shelves until the transaction ends. */
async function lockBoth(tx: Db, sent: Both<string[]>): Promise<Both<Named[]>> {
  const [category, subCategory] = await Promise.all([
    lockShelves(tx, "category", sent.category),
    lockShelves(tx, "subCategory", sent.subCategory),
  ]);
  return { category, subCategory };
}

function refuseUnknownOf(sent: Both<string[]>, found: Both<Named[]>): void {
  for (const kind of ["category", "subCategory"] as const) refuseUnknown(kind, sent[kind], found[kind]);
}

async function placeIn(tx: Db, productId: string, { category, subCategory }: Both<string[]>): Promise<void> {
  await Promise.all([
    store.replaceShelves(tx, "category", [{ productId, shelfIds: category }]),
    store.replaceShelves(tx, "subCategory", [{ productId, shelfIds: subCategory }]),
  ]);
}

/** A restored product goes back to its old shelves; at least one of each kind must still exist. @param held those that do, locked */
async function refuseHomeless(tx: Db, known: store.LockedProduct, held: Both<Named[]>): Promise<void> {
  for (const kind of ["category", "subCategory"] as const) {
    if (held[kind].length > 0) continue;
    const { name } = known;
    const categories = (await store.readDeletedShelves(tx, kind, known.id)).join(", ");
    throw refuse.conflict(
      kind === "category"
        ? t("Please restore the category of {name} first: {categories}", { name, categories })
        : t("Please restore the sub category of {name} first: {categories}", { name, categories }),
    );
  }
}

const idsOf = (things: readonly Named[]) => things.map(({ _id }) => _id);

/** Fields of the audit log that the search index does not hold. */
const NOT_INDEXED = new Set(
  ["image", "stock", "price", "discount", "offer", "cost_price", "weighed"].concat("sku", "barcode", "more_details", "more_details_es"),
);

/**
 * Updates the search index, and reads the product as it is then, with the commit.
 * @param indexContext what the index needs besides the row; null if the index stays as it is
 */
async function finish(
  { tx, withCommit }: Transaction,
  id: string,
  row: store.ProductRow,
  indexContext: Awaited<ReturnType<typeof readForIndex>> | null,
): Promise<AtCommit<TranslatedProduct>> {
  if (indexContext) withCommit((await indexWritten(tx, id, row.hidden ? null : { ...row, ...indexContext, id })).saved);
  const read = async (): Promise<TranslatedProduct> => {
    const [product] = await readShopProducts(tx, [id], { withHidden: true, spoken: "en" });
    return { product: product!, spanish: row }; // locked, so it exists
  };
  return withCommit(read());
}

/** Tags of the product and of the lists whose order or members depend on it. */
function tagsOfChange(id: string, categories: readonly Named[]): string[] {
  return [tagsOf.product(id), tagsOf.stock(id), tagsOf.products, ...idsOf(categories).map(tagsOf.category)];
}

const nameOf = (id: string, { name }: store.ProductRow) => ({ kind: "product", thingId: id, thingName: name }) as const;

/** @param id of the product that gets these codes */
async function codeTaken(db: Db, id: string, { sku, barcode }: Pick<SentProduct, "sku" | "barcode">): Promise<string> {
  const digits = readBarcode(barcode ?? "");
  const owners = await store.readCodeOwners(db, { sku: sku || null, barcode: digits.ok ? digits.value : null });
  const owner = owners.find((one) => one.id !== id);
  if (!owner) return t("Another product has this sku or barcode");
  const { name } = owner;
  return owner.code === "sku"
    ? t("The sku {code} belongs to {name}", { code: sku ?? "", name })
    : t("The barcode {code} belongs to {name}", { code: barcode ?? "", name });
}
