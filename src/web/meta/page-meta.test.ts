import { expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import type { Face } from "#shared/face.ts";
import { pageMeta } from "./page-meta.ts";

const titleOf = (facts: Partial<Face>) => {
  const face = { name: "Despensa", publicUrl: "https://shop.example", freeDelivery: false, ...facts } as Face; // nothing else is read
  return pageMeta(face, { title: "", description: "", path: "/" }).flatMap((tag) => ("title" in tag ? [tag.title] : []));
};

test.each([
  [{}, "The good pantry, delivered", "La buena despensa, a tu puerta"],
  [{ freeDelivery: true }, "The good pantry, delivered free", "La buena despensa, con envío gratis"],
  [{ freeDelivery: true, pickupOnly: true as const }, "The good pantry, ready for pickup", "La buena despensa, lista para recoger"],
])("the title of the home page promises what the shop does: %j", (facts, english, spanish) => {
  expect(titleOf(facts)).toEqual([`Despensa · ${english}`]);
  expect(inLanguage("es", () => titleOf(facts))).toEqual([`Despensa · ${spanish}`]);
});
