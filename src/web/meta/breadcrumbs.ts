import type { Face } from "#shared/face.ts";
import { localPath } from "#words/language.ts";

/** Breadcrumbs as structured data for search engines. */
export function breadcrumbFacts(face: Face, crumbs: readonly { name: string; path: string }[]): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, path }, place) => ({
      "@type": "ListItem",
      position: place + 1,
      name,
      item: face.publicUrl + localPath(path),
    })),
  };
}
