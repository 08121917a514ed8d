import { expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import { recordAmount, recordedAmount, recordWeight } from "./recorded-amount.ts";

const byWeight = { by: "weight", grams: 100 } as const;
const inPieces = { by: "piece", grams: 100 } as const;

test.each([
  [recordAmount(3, { name: "Figs" }), "3 × Figs", "3 × Figs"],
  [recordAmount(3, { name: "Figs", unit: "500 g" }), "3 × Figs (500 g)", "3 × Figs (500 g)"],
  [recordAmount(3, { name: "Figs", brand: "Acme", unit: "500 g" }), "3 × Figs (Acme · 500 g)", "3 × Figs (Acme · 500 g)"],
  [recordAmount(5, { name: "Figs", unit: "loose", weighed: byWeight }), "0.5 kg of Figs (loose)", "0.5 kg de Figs (loose)"],
  [recordAmount(3, { name: "Figs", weighed: inPieces }), "3 × Figs", "3 × Figs"],
  [recordAmount(5, { name: "Figs", weighed: byWeight }), "0.5 kg of Figs", "0.5 kg de Figs"],
  [recordAmount(20, { name: "Cream of rice\nfine", weighed: byWeight }), "2 kg of Cream of rice\nfine", "2 kg de Cream of rice\nfine"],
  [recordAmount(2, { name: "1 kg of rice" }), "2 × 1 kg of rice", "2 × 1 kg of rice"],
  [recordWeight(1250, { name: "Figs" }), "1.25 kg of Figs", "1.25 kg de Figs"],
])("%s is said in both languages", (recorded, english, spanish) => {
  expect([recorded, recordedAmount(recorded), inLanguage("es", () => recordedAmount(recorded))]).toEqual([english, english, spanish]);
});
