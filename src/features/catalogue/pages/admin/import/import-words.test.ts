import { expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";

test("on Spanish pages, problems name columns in Spanish, of one row and of many", async () => {
  await inLanguage("es", async () => {
    // Its words are those of the language it is loaded in, like a page's.
    const { problemInPageWords } = await import("./import-words.ts");
    const one = { text: "price está vacío", rows: 1, line: 5, examples: [{ line: 5, text: "price está vacío; stock está vacío" }] };
    expect(problemInPageWords({ ...one, examples: [] })).toBe("Línea 5: Precio está vacío.");
    const sale = "sale_price no es un precio";
    expect(problemInPageWords({ text: sale, rows: 1, line: 5, examples: [] })).toBe("Línea 5: Precio de oferta no es un precio.");
    expect(problemInPageWords({ ...one, rows: 3 })).toBe("3 filas: Precio está vacío. La primera, en la línea 5.");
  });
});
