import { expect, test } from "vitest";
import { shortageMessage, shortagesMessage } from "./words.ts";

test("a shortage names the number left", () => {
  expect(shortageMessage(left("Red Apples", 3))).toBe("Only 3 of Red Apples left");
  expect(shortageMessage(left("Red Apples", 0))).toBe("Red Apples is sold out");
  expect(shortageMessage({ ...left("Oat Drink", 3), unit: "1 l" })).toBe("Only 3 of Oat Drink (1 l) left");
  expect(shortageMessage({ ...left("Oat Drink", 0), unit: "1 l" })).toBe("Oat Drink (1 l) is sold out");
  expect(shortageMessage({ ...left("Loose Apples", 3), weighed: { by: "weight", grams: 100 } })).toBe("Only 0.3 kg of Loose Apples left");
  expect(shortageMessage({ ...left("Mangoes", 3), weighed: { by: "piece", grams: 300 } })).toBe("Only 3 of Mangoes left");
});

const left = (name: string, stock: number) => ({ name, unit: "", stock });

test("a shortage names at most three products", () => {
  expect(shortagesMessage([left("Figs", 0)])).toBe("Figs is sold out. Update your cart and try again.");
  expect(shortagesMessage([left("Figs", 2), left("Dates", 0), left("Nuts", 1), left("Plums", 0), left("Pears", 0)])).toBe(
    "Only 2 of Figs left, Dates is sold out, Only 1 of Nuts left, and 2 more. Update your cart and try again.",
  );
});
