import type { Face } from "#shared/face.ts";
import { WEEKDAYS } from "#shared/weekdays.ts";
import { localPath } from "#words/language.ts";

/** The shop as structured data for search engines, once it says where or when it can be reached. */
export function shopFacts({ name, email, phone, address, social, hours, logo, publicUrl }: Face): object[] {
  if (!phone && !address && !hours) return [];
  return [
    {
      "@type": "GroceryStore",
      "@id": `${publicUrl}/#shop`,
      name,
      url: publicUrl + localPath("/").replace(/\/$/, ""),
      email,
      ...(phone && { telephone: phone }),
      ...(address && { address: { "@type": "PostalAddress", streetAddress: address.replaceAll("\n", ", ") } }),
      ...(logo && { image: logo.startsWith("/") ? publicUrl + logo : logo }),
      ...(social.length > 0 && { sameAs: social }),
      ...(hours && {
        openingHoursSpecification: hours.flatMap((open, day) =>
          open ? [{ "@type": "OpeningHoursSpecification", dayOfWeek: WEEKDAYS[day], opens: open.from, closes: open.to }] : [],
        ),
      }),
    },
  ];
}
