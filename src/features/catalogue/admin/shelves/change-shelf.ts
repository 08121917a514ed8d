import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { language } from "#words/language.ts";
import { spokenOf } from "#words/spoken-of.ts";
import { plural, t } from "#words/t.ts";
import { noteChange } from "../../../audit/note-change.ts";
import { differences, type Fields } from "../../../audit/rules.ts";
import { missingPictures, refuseMissing, usePictures } from "../../../files/use-pictures.ts";
import type { ShelfKind } from "../../shelf-tables.ts";
import { tagsOf } from "../../tags.ts";
import { notFoundWords, refuseOld, refuseRestoring, refuseUnknown, refuseUsed, refusingTaken } from "../refusals.ts";
import { textsAfter } from "../sent-texts.ts";
import { indexShelf } from "./index-shelf.ts";
import * as store from "./shelf-store.ts";

/** The fields of a category or subcategory. */
interface ShelfFields {
  name: string;
  /** The Spanish name. If omitted, it stays unchanged. */
  name_es?: string | undefined;
  image: string;
  /** Only for a subcategory. */
  category?: readonly string[];
}

/**
 * @param read reads it as it is then
 * @throws Refusal 400 if the picture cannot be shown, 404 if a category does not exist, 409 if the name is taken
 */
export function addShelf<T>(
  { database }: Shop,
  by: string,
  kind: ShelfKind,
  sent: ShelfFields,
  read: (db: Db, id: string) => Promise<T>,
): Promise<T> {
  const work = database.transact(async ({ tx, invalidate, withCommit }) => {
    const shelf = { _id: newId(), name: sent.name, nameEs: sent.name_es ?? "", image: sent.image };
    const [categories] = await Promise.all([lockCategories(tx, sent.category), usePictures(tx, [sent.image])]);
    invalidate(tagsOf.shelves);
    withCommit(store.insertShelf(tx, kind, shelf));
    if (sent.category) withCommit(store.replaceCategoriesOf(tx, shelf._id, sent.category));
    withCommit(noteChange(tx, by, { ...nameOf(kind, shelf), action: "added", after: noted(kind, shelf, categories), version: 1 }));
    return withCommit(read(tx, shelf._id));
  });
  return refusingTaken(() => taken(kind, sent.name), work);
}

/** @throws Refusal as {@link addShelf} does, and 409 if the shelf has changed since `version` */
export function updateShelf<T>(
  { database }: Shop,
  by: string,
  kind: ShelfKind,
  sent: ShelfFields & { _id: string; version?: number | undefined },
  read: (db: Db, id: string) => Promise<T>,
): Promise<T> {
  const work = database.transact(async ({ tx, invalidate, withCommit }) => {
    const [known, before, categories, missing] = await Promise.all([
      lockPresent(tx, kind, sent._id),
      readCategories(tx, kind, sent._id),
      sent.category && store.lockShelves(tx, "category", sent.category),
      missingPictures(tx, [sent.image]),
    ]);
    refuseOld(kind, sent.version, known);
    if (sent.image !== known.image) refuseMissing([sent.image], missing);
    if (sent.category && categories) refuseUnknown("category", sent.category, categories);
    const shown = known.nameEs || known.name;
    const name = textsAfter(sent.name, sent.name_es, { english: known.name, spanish: known.nameEs, shown });
    const shelf = { _id: sent._id, name: name.english, nameEs: name.spanish, image: sent.image };
    withCommit(store.updateShelf(tx, kind, shelf));
    if (sent.category) withCommit(store.replaceCategoriesOf(tx, sent._id, sent.category));
    if (shelf.name !== known.name || shelf.nameEs !== known.nameEs) await indexShelf(tx, kind, sent._id);
    invalidate(tagsOf.shelves);
    const difference = differences(noted(kind, known, before), noted(kind, shelf, categories ?? before));
    withCommit(noteChange(tx, by, { ...nameOf(kind, shelf), action: "changed", ...difference, version: known.version + 1 }));
    return withCommit(read(tx, sent._id));
  });
  return refusingTaken(() => taken(kind, sent.name), work);
}

/** @throws Refusal 404, or 409 if it is not empty */
export async function deleteShelf({ database }: Shop, by: string, kind: ShelfKind, id: string): Promise<void> {
  await database.transact(async ({ tx, invalidate, withCommit }) => {
    const spoken = language();
    const [known, subCategories, products, categories] = await Promise.all([
      lockPresent(tx, kind, id),
      kind === "category" ? store.readSubCategoryUses(tx, id, spoken) : { count: 0, names: [] },
      store.readProductUses(tx, kind, id, spoken),
      readCategories(tx, kind, id),
    ]);
    refuseUsed(spokenOf(known.name, known.nameEs, spoken), {
      "sub categories": { ...subCategories, words: plural(subCategories.count, "{count} sub category", "{count} sub categories") },
      products: { ...products, words: plural(products.count, "{count} product", "{count} products") },
    });
    invalidate(tagsOf.shelves);
    const before = noted(kind, known, categories);
    withCommit(
      store.setShelfDeleted(tx, kind, id, true),
      noteChange(tx, by, { ...nameOf(kind, known), action: "deleted", before, version: known.version + 1 }),
    );
  });
}

/** Restores a deleted category or subcategory. @throws Refusal 404, or 409 if it cannot be restored */
export function restoreShelf<T>(
  { database }: Shop,
  by: string,
  kind: ShelfKind,
  id: string,
  read: (db: Db, id: string) => Promise<T>,
): Promise<T> {
  let name = "";
  const work = database.transact(async ({ tx, invalidate, withCommit }) => {
    const [known, held, all] = await Promise.all([
      store.lockShelf(tx, kind, id),
      kind === "subCategory" ? store.lockShelves(tx, "category", store.categoriesOf(id)) : [],
      kind === "subCategory" ? store.readCategoriesOf(tx, id) : [],
    ]);
    if (!known) throw refuse.notFound(notFoundWords(kind));
    refuseRestoring(kind, known);
    ({ name } = known);
    if (kind === "subCategory" && held.length === 0) refuseHomeless(known, all);
    invalidate(tagsOf.shelves);
    withCommit(
      store.setShelfDeleted(tx, kind, id, false),
      noteChange(tx, by, { ...nameOf(kind, known), action: "restored", after: noted(kind, known, held), version: known.version + 1 }),
    );
    return withCommit(read(tx, id));
  });
  return refusingTaken(() => taken(kind, name), work);
}

async function lockPresent(tx: Db, kind: ShelfKind, id: string): Promise<store.LockedShelf> {
  const known = await store.lockShelf(tx, kind, id);
  if (!known || known.deleted) throw refuse.notFound(notFoundWords(kind));
  return known;
}

/** Locks the categories of a new subcategory. @throws Refusal 404 if one does not exist */
async function lockCategories(tx: Db, ids: readonly string[] = []): Promise<store.Named[]> {
  const found = ids.length > 0 ? await store.lockShelves(tx, "category", ids) : [];
  refuseUnknown("category", ids, found);
  return found;
}

/** The categories of a subcategory, by name. */
async function readCategories(tx: Db, kind: ShelfKind, id: string): Promise<store.Named[]> {
  return kind === "category" ? [] : (await store.readCategoriesOf(tx, id)).filter(({ deleted }) => !deleted);
}

/** A restored subcategory goes back to its old categories; at least one must still exist. */
function refuseHomeless({ name }: store.Named, categories: readonly store.Named[]): never {
  throw refuse.conflict(
    t("Please restore the category of {name} first: {categories}", {
      name,
      categories: categories.map((category) => category.name).join(", "),
    }),
  );
}

/** A shelf as the audit log records it. */
function noted(kind: ShelfKind, { name, nameEs, image }: store.ShelfRow, categories: readonly store.Named[]): Fields {
  const own = { name, ...(nameEs !== "" && { name_es: nameEs }), image };
  return kind === "category" ? own : { ...own, category: categories.map((category) => ({ _id: category._id, name: category.name })) };
}

const nameOf = (kind: ShelfKind, { _id, name }: store.Named) => ({ kind, thingId: _id, thingName: name }) as const;

const taken = (kind: ShelfKind, name: string) =>
  kind === "category"
    ? t('There is already a category named "{name}"', { name })
    : t('There is already a sub category named "{name}"', { name });
