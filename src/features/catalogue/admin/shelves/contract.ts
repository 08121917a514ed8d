import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";
import { category, subCategory } from "../../contract.ts";
import { image, LONGEST, oneThing, RESTORE_DAYS, shelfIds, spanishLine, version } from "../contract.ts";

/** Shelves with the version that updates send back, and their Spanish name if they have one. */
const versioned = { version: z.int(), name_es: z.optional(z.string()) };
const versionedCategory = z.object({ data: z.extend(category, versioned) });
const versionedSubCategory = z.object({ data: z.extend(subCategory, versioned) });

const shelf = { name: line(LONGEST.shelf), name_es: spanishLine(LONGEST.shelf), image };
export const addCategory = endpoint({
  method: "POST",
  path: "/api/category/add-category",
  access: "manager",
  summary: "Add a category",
  input: z.object(shelf),
  reply: versionedCategory,
});

export const updateCategory = endpoint({
  method: "PUT",
  path: "/api/category/update",
  access: "manager",
  summary: "Change a category",
  input: z.object({ _id: id, ...shelf, version }),
  reply: versionedCategory,
});

export const deleteCategory = endpoint({
  method: "DELETE",
  path: "/api/category/delete",
  access: "manager",
  summary: "Delete an empty category",
  input: oneThing,
  reply: z.object({}),
});

export const restoreCategory = endpoint({
  method: "POST",
  path: "/api/category/restore",
  access: "manager",
  summary: `Restore a category deleted within the last ${RESTORE_DAYS} days`,
  input: oneThing,
  reply: versionedCategory,
});

export const createSubCategory = endpoint({
  method: "POST",
  path: "/api/subcategory/create",
  access: "manager",
  summary: "Add a sub category",
  bodyLimit: LARGE_BODY,
  input: z.object({ ...shelf, category: shelfIds }),
  reply: versionedSubCategory,
});

export const updateSubCategory = endpoint({
  method: "PUT",
  path: "/api/subcategory/update",
  access: "manager",
  summary: "Change a sub category",
  bodyLimit: LARGE_BODY,
  input: z.object({ _id: id, ...shelf, category: shelfIds, version }),
  reply: versionedSubCategory,
});

export const deleteSubCategory = endpoint({
  method: "DELETE",
  path: "/api/subcategory/delete",
  access: "manager",
  summary: "Delete an empty sub category",
  input: oneThing,
  reply: z.object({}),
});

export const restoreSubCategory = endpoint({
  method: "POST",
  path: "/api/subcategory/restore",
  access: "manager",
  summary: `Restore a sub category deleted within the last ${RESTORE_DAYS} days`,
  input: oneThing,
  reply: versionedSubCategory,
});
