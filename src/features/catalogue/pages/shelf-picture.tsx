import { keyOfAddress, pictureOf } from "#features/files/rules.ts";
import { classNames } from "#ui/class-names.ts";
import { Picture } from "#ui/picture.tsx";

/** The bundled pictures of shelves are cut out and name their ground, so that it follows the theme. */
const GROUNDS: Readonly<Record<string, string>> = {
  mint: "bg-mint",
  butter: "bg-butter",
  peach: "bg-peach",
  sky: "bg-sky",
  lilac: "bg-lilac",
  rose: "bg-rose",
  sand: "bg-sand",
};

/** The round picture of a category or subcategory; products have square ones. */
export function ShelfPicture({ image, sizes, className }: { image: string; sizes: string; className?: string }) {
  const [, tint = ""] = /-single-([a-z]+)$/.exec(keyOfAddress(image) ?? "") ?? [];
  const ground = GROUNDS[tint];
  return (
    <Picture
      {...pictureOf(image)}
      alt=""
      sizes={sizes}
      className={classNames("rounded-full", ground, ground && "filter-none", className)}
    />
  );
}
