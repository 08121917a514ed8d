import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { OpeningHours } from "#shared/opening-hours.ts";
import { HoursField } from "./hours-field.tsx";

const render = (hours: unknown) =>
  renderToStaticMarkup(createElement(HoursField, { hours: hours as OpeningHours, onChange: () => {}, error: undefined, errorPath: "" }));

test("the hours of a server of the version before are shown as today's", () => {
  const open = { from: "08:00", to: "20:30" };
  const former = [...Array.from({ length: 6 }, () => open), null];
  expect(render(former)).toBe(render([...Array.from({ length: 6 }, () => [open]), []]));
});
