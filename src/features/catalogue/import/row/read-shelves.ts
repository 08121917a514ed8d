import { asLine } from "#shared/line.ts";
import { t } from "#words/t.ts";
import { LONGEST as longest, MOST } from "../../admin/contract.ts";
import { splitList } from "../cells.ts";
import { oneLine } from "./one-line.ts";
import type { Leave, ReadCell } from "./read-figures.ts";
import type { Reading, Row } from "./row.ts";
import { shelvesOf, splitPaths, type Shelves } from "./shelf-paths.ts";

/** Names of shelves in their own columns, in one column of paths, or the default shelf, and what a new product lacks of them. */
export function readShelves(
  how: Reading,
  cell: ReadCell,
  faults: string[],
): Pick<Row, "category" | "subCategory" | "paths" | "saysCategory" | "saysSubCategory"> & { fault: string } {
  const hasBoth = how.mapping.includes("sub_category");
  const paths = cell("category_paths");
  const category = cell("category");
  let shelves: Partial<Shelves>;
  if (hasBoth) {
    const names = (text: string | null) => (text === null ? {} : { names: cleanNames(splitList(text)) });
    shelves = { ...asCategory(names(category).names), ...asSubCategory(names(cell("sub_category")).names) };
  } else if (paths === null && category === null) shelves = {};
  else {
    shelves = shelvesOf(cleanNames([...splitList(category ?? ""), ...splitPaths(paths ?? "").flatMap((path) => splitList(path))]));
  }
  const saysCategory = Boolean(shelves.category?.length);
  // A path of one level says nothing of a sub category.
  const saysSubCategory = Boolean(shelves.subCategory?.length) && (hasBoth || shelves.subCategory?.join() !== shelves.category?.join());
  const lacking: string[] = [];
  // Shopify has a product category for newer products only.
  const shelf = (how.mapping.includes("group") && cell("type")) || how.shelf;
  if (!saysCategory && !saysSubCategory && shelf) shelves = shelvesOf(cleanNames([shelf]));
  // Like a path of one level.
  else if (saysCategory && shelves.subCategory?.length === 0) shelves.subCategory = shelves.category!;
  else {
    if (shelves.category?.length === 0) lacking.push(`category ${t("is empty")}`);
    if (hasBoth && shelves.subCategory?.length === 0) lacking.push(`sub_category ${t("is empty")}`);
  }
  for (const [field, names] of [["category", shelves.category] as const, ["sub_category", shelves.subCategory] as const]) {
    if (names?.some((name) => name.length > longest.shelf))
      faults.push(`${field} ${t("is longer than {most} characters", { most: longest.shelf })}`);
    if (names?.some((name) => name.includes("\uFFFD"))) faults.push(`${field} ${t("is not UTF-8 text")}`);
    if (names && names.length > MOST.shelves) faults.push(`${field} ${t("has more than {most}", { most: MOST.shelves })}`);
  }
  return {
    category: shelves.category ?? null,
    subCategory: shelves.subCategory ?? null,
    paths: shelves.paths ?? null,
    saysCategory,
    saysSubCategory,
    fault: lacking.join("; "),
  };
}

const asCategory = (names: string[] | undefined) => (names ? { category: names } : {});
const asSubCategory = (names: string[] | undefined) => (names ? { subCategory: names } : {});

function cleanNames(names: readonly string[]): string[] {
  const clean = names.map((name) => oneLine(asLine(name))).filter((name) => name !== "");
  return [...new Map(clean.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed();
}

/** One name for each shelf of the row. */
export function readSpanishShelves(
  field: "category_es" | "sub_category_es",
  cell: ReadCell,
  shelves: readonly string[] | null,
  leave: Leave,
): string[] | null {
  const names = splitList(cell(field) ?? "").map((name) => oneLine(asLine(name)));
  if (names.length === 0) return null;
  if (names.some((name) => name.length > longest.shelf)) leave(field, t("is longer than {most} characters", { most: longest.shelf }));
  else if (names.some((name) => name === "" || name.includes("\uFFFD"))) leave(field, t("is not UTF-8 text"));
  else if (names.length !== shelves?.length)
    leave(field, field === "category_es" ? t("needs one name for each category") : t("needs one name for each sub category"));
  else return names;
  return null;
}
