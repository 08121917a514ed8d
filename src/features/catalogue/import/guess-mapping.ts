import { FIELDS, type Field, type FileColumn, type Mapping } from "./contract.ts";

/** Column names used by other shops and spreadsheets, in English and Spanish, without spaces and punctuation. */
const ALSO: Partial<Record<Field, readonly string[]>> = {
  sku: ["variantsku", "articlenumber", "articleno", "itemnumber", "itemno", "productcode", "code", "codigo", "referencia"],
  name: ["title", "product", "productname", "producttitle", "item", "itemname", "nombre", "producto", "titulo"],
  brand: ["vendor", "manufacturer", "marca", "proveedor"],
  category: ["categories", "productcategory", "department", "dept", "departamento", "categoria", "categorias"],
  sub_category: ["subcategory", "subcategories", "collection", "aisle", "section", "pasillo", "seccion", "subcategoria", "subcategorias"],
  type: ["producttype", "tipo"],
  unit: ["size", "packsize", "pack", "unidad", "presentacion"],
  stock: ["quantity", "qty", "inventory", "pieces", "variantinventoryqty", "stockquantity", "existencias", "cantidad", "inventario"],
  price: ["variantprice", "regularprice", "listprice", "unitprice", "saleprice", "mrp", "marketprice", "precio"],
  discount: ["discountpercent", "percentoff", "off", "descuento"],
  description: ["body", "bodyhtml", "longdescription", "about", "descripcion"],
  images: ["image", "imagesrc", "imageurl", "imageurls", "picture", "pictures", "photo", "photos", "imagen", "imagenes"],
  more_details: ["moredetails", "details", "attributes", "extradetails", "detalles"],
};

/** Maps columns that match the shop's own names, ignoring case. */
export function exactMapping(columns: readonly FileColumn[]): Mapping {
  return takeFirst(columns.map((column) => FIELDS.find((field) => field === column.name.trim().toLowerCase() && fits(field, column))));
}

/** Guesses what the columns contain, from the shop's own names first, then from common alternatives. */
export function guessMapping(columns: readonly FileColumn[]): Mapping {
  const exact = exactMapping(columns);
  const guessed = columns.map((column, place) => {
    if (exact[place]) return exact[place];
    const bare = bareName(column.name);
    const field = FIELDS.find((one) => one !== "id" && (bareName(one) === bare || ALSO[one]?.includes(bare)));
    return field && !exact.includes(field) ? field : undefined;
  });
  return takeFirst(guessed);
}

function takeFirst(fields: readonly (Field | undefined)[]): Mapping {
  return fields.map((field, place) => (field && fields.indexOf(field) === place ? field : null));
}

/** Many files have an `id` column with ids from another system. */
function fits(field: Field, { samples }: FileColumn): boolean {
  return field !== "id" || (samples.length > 0 && samples.every((sample) => /^[0-9a-f]{32}$/.test(sample)));
}

function bareName(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
}
