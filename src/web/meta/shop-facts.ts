import type { Face } from "#shared/face.ts";
import { WEEKDAYS } from "#shared/weekdays.ts";
import { language, localPath } from "#words/language.ts";

/** The shop as structured data for search engines: a store once it says where or when it can be reached, else an organization. */
export function shopFacts({ name, email, phone, address, social, openingHours, logo, publicUrl }: Face): object {
  return {
    "@type": phone || address || openingHours ? "GroceryStore" : "Organization",
    "@id": `${publicUrl}/#shop`,
    name,
    url: publicUrl + localPath("/").replace(/\/$/, ""),
    email,
    ...(phone && { telephone: phone }),
    ...(address && { address: { "@type": "PostalAddress", streetAddress: address.replaceAll("\n", ", ") } }),
    ...(logo && { image: logo.startsWith("/") ? publicUrl + logo : logo }),
    ...(social.length > 0 && { sameAs: social }),
    ...(openingHours && {
      openingHoursSpecification: openingHours.flatMap((spans, day) =>
        spans.map(({ from, to }) => ({ "@type": "OpeningHoursSpecification", dayOfWeek: WEEKDAYS[day], opens: from, closes: to })),
      ),
    }),
  };
}

/** The site in this language as structured data, with its search. */
export function siteFacts({ name, publicUrl }: Face): object {
  return {
    "@type": "WebSite",
    name,
    url: publicUrl + localPath("/"),
    inLanguage: language(),
    publisher: { "@id": `${publicUrl}/#shop` },
    potentialAction: {
      "@type": "SearchAction",
      target: `${publicUrl}${localPath("/search")}?q={search_term_string}`,
      "query-input": "required name=search_term_string",
    },
  };
}
