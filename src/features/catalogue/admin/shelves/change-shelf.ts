import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { language } from "#words/language.ts";
import { spokenOf } from "#words/spoken-of.ts";
import { plural, t } from "#words/t.ts";
import { noteChange } from "../../../audit/note-change.ts";
import { differences, type Fields } from "../../../audit/rules.ts";
import { usePictures } from "../../../files/use-pictures.ts";
import { indexProducts } from "../../../search/engine/index-products.ts";
import { tagsOf } from "../../tags.ts";
import { notFoundWords, refuseOld, refuseRestoring, refuseUnknown, refuseUsed, refusingTaken } from "../refusals.ts";
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
 * @returns its id
 * @throws Refusal 400 if the picture cannot be shown, 404 if a category does not exist, 409 if the name is taken
 */
export async function addShelf({ database }: Shop, by: string, kind: store.ShelfKind, sent: ShelfFields): Promise<string> {
  const work = database.transact(async (tx, invalidate) => {
    const shelf = { _id: newId(), name: sent.name, nameEs: sent.name_es ?? "", image: sent.image };
    await usePictures(tx, [sent.image]);
    await store.insertShelf(tx, kind, shelf);
    if (sent.category) await putInto(tx, shelf._id, sent.category);
    invalidate(tagsOf.shelves);
    const after = await noted(tx, kind, shelf);
    await noteChange(tx, by, { ...nameOf(kind, shelf), action: "added", after, version: 1 });
    return shelf._id;
  });
  return refusingTaken(() => taken(kind, sent.name), work);
}

/** @throws Refusal as {@link addShelf} does, and 409 if the shelf has changed since `version` */
export async function updateShelf(
  { database }: Shop,
  by: string,
  kind: store.ShelfKind,
  sent: ShelfFields & { _id: string; version?: number | undefined },
): Promise<void> {
  const work = database.transact(async (tx, invalidate) => {
    const known = await lockPresent(tx, kind, sent._id);
    refuseOld(kind, sent.version, known);
    const was = await noted(tx, kind, known);
    if (sent.image !== known.image) await usePictures(tx, [sent.image]);
    const shelf = { _id: sent._id, name: sent.name, nameEs: sent.name_es ?? known.nameEs, image: sent.image };
    await store.updateShelf(tx, kind, shelf);
    if (sent.category) await putInto(tx, sent._id, sent.category);
    if (shelf.name !== known.name || shelf.nameEs !== known.nameEs) await indexProducts(tx, await store.readProductsIn(tx, kind, sent._id));
    invalidate(tagsOf.shelves);
    const difference = differences(was, await noted(tx, kind, shelf));
    await noteChange(tx, by, { ...nameOf(kind, shelf), action: "changed", ...difference, version: known.version + 1 });
  });
  return refusingTaken(() => taken(kind, sent.name), work);
}

/** @throws Refusal 404, or 409 if it is not empty */
export async function deleteShelf({ database }: Shop, by: string, kind: store.ShelfKind, id: string): Promise<void> {
  await database.transact(async (tx, invalidate) => {
    const known = await lockPresent(tx, kind, id);
    const spoken = language();
    const subCategories = kind === "category" ? await store.readSubCategoryUses(tx, id, spoken) : { count: 0, names: [] };
    const products = await store.readProductUses(tx, kind, id, spoken);
    refuseUsed(spokenOf(known.name, known.nameEs, spoken), {
      "sub categories": { ...subCategories, words: plural(subCategories.count, "{count} sub category", "{count} sub categories") },
      products: { ...products, words: plural(products.count, "{count} product", "{count} products") },
    });
    await store.setShelfDeleted(tx, kind, id, true);
    invalidate(tagsOf.shelves);
    const before = await noted(tx, kind, known);
    await noteChange(tx, by, { ...nameOf(kind, known), action: "deleted", before, version: known.version + 1 });
  });
}

/** Restores a deleted category or subcategory. @throws Refusal 404, or 409 if it cannot be restored */
export async function restoreShelf({ database }: Shop, by: string, kind: store.ShelfKind, id: string): Promise<void> {
  let name = "";
  const work = database.transact(async (tx, invalidate) => {
    const known = await store.lockShelf(tx, kind, id);
    if (!known) throw refuse.notFound(notFoundWords(kind));
    refuseRestoring(kind, known);
    ({ name } = known);
    if (kind === "subCategory") await refuseHomeless(tx, known);
    await store.setShelfDeleted(tx, kind, id, false);
    invalidate(tagsOf.shelves);
    const after = await noted(tx, kind, known);
    await noteChange(tx, by, { ...nameOf(kind, known), action: "restored", after, version: known.version + 1 });
  });
  return refusingTaken(() => taken(kind, name), work);
}

async function lockPresent(tx: Db, kind: store.ShelfKind, id: string): Promise<store.LockedShelf> {
  const known = await store.lockShelf(tx, kind, id);
  if (!known || known.deleted) throw refuse.notFound(notFoundWords(kind));
  return known;
}

async function putInto(tx: Db, subCategoryId: string, categoryIds: readonly string[]): Promise<void> {
  refuseUnknown("category", categoryIds, await store.lockShelves(tx, "category", categoryIds));
  await store.replaceCategoriesOf(tx, subCategoryId, categoryIds);
}

/** A restored subcategory goes back to its old categories; at least one must still exist. */
async function refuseHomeless(tx: Db, { _id, name }: store.Named): Promise<void> {
  const categories = await store.readCategoriesOf(tx, _id);
  const held = await store.lockShelves(
    tx,
    "category",
    categories.map((category) => category._id),
  );
  if (held.length > 0) return;
  throw refuse.conflict(
    t("Please restore the category of {name} first: {categories}", {
      name,
      categories: categories.map((category) => category.name).join(", "),
    }),
  );
}

/** A shelf as the audit log records it. */
async function noted(tx: Db, kind: store.ShelfKind, { _id, name, nameEs, image }: store.ShelfRow): Promise<Fields> {
  const own = { name, ...(nameEs !== "" && { name_es: nameEs }), image };
  if (kind === "category") return own;
  const categories = (await store.readCategoriesOf(tx, _id)).filter(({ deleted }) => !deleted);
  return { ...own, category: categories.map((category) => ({ _id: category._id, name: category.name })) };
}

const nameOf = (kind: store.ShelfKind, { _id, name }: store.Named) => ({ kind, thingId: _id, thingName: name }) as const;

const taken = (kind: store.ShelfKind, name: string) =>
  kind === "category"
    ? t('There is already a category named "{name}"', { name })
    : t('There is already a sub category named "{name}"', { name });
