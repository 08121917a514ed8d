import { isNull, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { language, type Language } from "#words/language.ts";
import { spokenOf } from "#words/spoken-of.ts";
import type { Category, SubCategory } from "./contract.ts";
import { otherName, textIn, type OtherName } from "./spoken/spoken.ts";
import { categories, subCategories } from "./tables.ts";

/** With the version that admin updates send back. */
type Versioned<T> = T & OtherName & { version: number };

/** All categories, by name. */
export async function readCategories(db: Db, spoken = language()): Promise<Versioned<Category>[]> {
  const { id, name, nameEs, image, version } = categories;
  const rows = await db.select({ _id: id, name, nameEs, image, version }).from(categories).where(isNull(categories.deletedAt));
  return byName(
    rows.map((row) => spokenShelf(row, spoken)),
    spoken,
  );
}

/** All subcategories with their categories, by name. */
export async function readSubCategories(db: Db, spoken = language()): Promise<Versioned<SubCategory>[]> {
  const name = textIn(spoken, sql`c.name`, sql`c.name_es`);
  const other = sql.raw(spoken === "es" ? "'name_en', case when c.name_es <> '' then c.name end" : "'name_es', nullif(c.name_es, '')");
  const rows = await db
    .select({
      _id: subCategories.id,
      name: subCategories.name,
      nameEs: subCategories.nameEs,
      image: subCategories.image,
      category: sql<Category[]>`(
        select coalesce(json_agg(json_strip_nulls(json_build_object('_id', c.id, 'name', ${name}, 'image', c.image, ${other})) order by ${name}), '[]')
        from sub_category_category l join category c on c.id = l.category_id
        where l.sub_category_id = sub_category.id and c.deleted_at is null)`,
      version: subCategories.version,
    })
    .from(subCategories)
    .where(isNull(subCategories.deletedAt));
  return byName(
    rows.map((row) => spokenShelf(row, spoken)),
    spoken,
  );
}

/** A shelf with its name in a language, and the other name beside it. */
function spokenShelf<T extends { name: string; nameEs: string }>({ nameEs, ...shelf }: T, spoken: Language) {
  const name = spokenOf(shelf.name, nameEs, spoken);
  return { ...shelf, name, ...otherName({ english: shelf.name, spanish: nameEs }, spoken) };
}

const collators = { en: new Intl.Collator("en"), es: new Intl.Collator("es") };

/** Sorts names naturally, independent of the database's collation. */
export function byName<T extends { name: string }>(rows: T[], spoken: Language): T[] {
  return rows.sort((a, b) => collators[spoken].compare(a.name, b.name));
}

/** Whether the category exists, and the subcategory if given. */
export async function hasShelves(db: Db, categoryId: string, subCategoryId?: string): Promise<{ category: boolean; subCategory: boolean }> {
  const { rows } = await db.execute<{ category: boolean; subCategory: boolean }>(sql`
    select exists (select from category where id = ${categoryId} and deleted_at is null) as "category",
      exists (select from sub_category where id = ${subCategoryId ?? ""} and deleted_at is null) as "subCategory"`);
  return rows[0]!;
}
