import { planPictures, productsOf, readDemoCatalogue } from "#features/catalogue/demo/demo-catalogue.ts";
import { keyOf, NEUTRAL, readShelfMotifs, shelfPictureOf, type Picture } from "#features/files/demo-pictures.ts";

/** Every picture the shop needs, once each, grouped by icon. */
export function allPictures(): Picture[] {
  const catalogue = readDemoCatalogue();
  const shelves = catalogue.flatMap((category) => [category, ...category.subCategories]);
  const named = [...Object.values(readShelfMotifs()), NEUTRAL];
  const wanted = [...[...shelves, ...named].map(shelfPictureOf), ...productsOf(catalogue).flatMap(planPictures(catalogue))];
  const once = new Map(wanted.map((picture) => [keyOf(picture), picture]));
  return [...once.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, picture]) => picture);
}
