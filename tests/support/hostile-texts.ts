import type { Endpoint, InputOf, ReplyOf } from "#shared/endpoint.ts";
import { createProduct } from "#features/catalogue/admin/contract.ts";
import { addCategory, createSubCategory } from "#features/catalogue/admin/shelves/contract.ts";
import type { Category, Product, SubCategory } from "#features/catalogue/contract.ts";

/** The script that hostile texts try to run. It sets `globalThis.attacked`. */
const RUN = "globalThis.attacked=1";

/** Texts that are harmful if treated as HTML, XML, a script, a template, a URL or a formula. */
export const HOSTILE_TEXTS = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</title></style></textarea><script>${RUN}</script>`,
  `<!--<script>${RUN}</script>`,
  `"><img src=x onerror=${RUN}>`,
  `' onmouseover='${RUN}' autofocus onfocus='${RUN}`,
  `<svg/onload=${RUN}><iframe srcdoc="<script>parent.attacked=1</script>">`,
  `<base href=https://elsewhere.example/><meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `]]><script>${RUN}</script>`,
  `{{constructor.constructor("${RUN}")()}} \${${RUN}} <%= ${RUN} %>`,
  `=cmd|'/c calc'!A0`,
  `javascript:${RUN}`,
  `__proto__`,
  `\\u0000 \\ud83d \u202eevig \u2028 %00 %0d%0aset-cookie: a=1`,
] as const;

/** HTML in which a hostile text became an element or escaped its attribute. */
export const BROKEN_OUT = /<script>globalThis|<img src=x|<svg\/onload|<base href|<iframe srcdoc|<meta http-equiv=refresh/i;

/** The text as single-line fields store it: without line breaks and bidirectional control characters. */
export const inOneLine = (text: string) => text.replaceAll(/[\u202e\u2028]/g, " ");

/** The Spanish texts of the product at a place: each is the English of the next one, so that the languages can be told apart. */
export const spanishBeside = (place: number): string => HOSTILE_TEXTS[(place + 1) % HOSTILE_TEXTS.length]!;

type Call = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<ReplyOf<E>>;

/** A shelf and products with hostile values in every text field. */
export interface HostileCatalogue {
  category: Category;
  subCategory: SubCategory;
  products: Product[];
}

/** Fills the catalogue with hostile texts through the admin API. `image` is a picture URL. */
export async function addHostileCatalogue(callAsAdmin: Call, image: string): Promise<HostileCatalogue> {
  const { data: category } = await callAsAdmin(addCategory, {
    name: `Shelf ${HOSTILE_TEXTS[0]} ${HOSTILE_TEXTS[4]}`,
    name_es: `Estante ${HOSTILE_TEXTS[0]} ${HOSTILE_TEXTS[4]}`,
    image,
  });
  const shelf = { name: HOSTILE_TEXTS[1], name_es: HOSTILE_TEXTS[2], image, category: [category._id] };
  const { data: subCategory } = await callAsAdmin(createSubCategory, shelf);
  const products: Product[] = [];
  for (const [place, text] of HOSTILE_TEXTS.entries()) {
    const inSpanish = spanishBeside(place);
    const { data } = await callAsAdmin(createProduct, {
      name: text,
      unit: text.slice(0, 100),
      brand: text.slice(0, 100),
      sku: `${place}${text}`.slice(0, 100),
      description: text,
      more_details: { [text.slice(0, 100)]: text },
      name_es: inSpanish,
      unit_es: inSpanish.slice(0, 100),
      description_es: inSpanish,
      more_details_es: { [inSpanish.slice(0, 100)]: inSpanish },
      image: [image],
      category: [category._id],
      subCategory: [subCategory._id],
      stock: 10,
      price: 2,
      discount: 10,
    });
    products.push(data);
  }
  return { category, subCategory, products };
}
