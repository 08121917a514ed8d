import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import { TimesField } from "./times-field.tsx";

it("names the days of a time in the language of the page", () => {
  const time = { days: [0], from: "09:00", to: "12:00", capacity: 10, cutOff: { day: "before", at: "18:00" } } as const;
  const field = createElement(TimesField, { times: [{ ...time, days: [...time.days] }], none: "", onChange: () => {} });
  const [english, spanish] = (["en", "es"] as const).map((spoken) => inLanguage(spoken, () => renderToStaticMarkup(field)));
  expect(english).toContain('aria-label="Tuesday"/>Tue<');
  expect(spanish).toContain('aria-label="martes"/>mar<');
});
