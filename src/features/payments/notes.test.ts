import { expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import { unexpectedAnswer, note, noteInWords } from "./notes.ts";

const taken = note("{cents} cents of {currency} were taken for {attemptId}", { cents: 100, currency: "USD", attemptId: "7f" });

test.each<[recorded: string, inSpanish: string]>([
  [note("The order was canceled"), "El pedido se canceló"],
  [taken, "Se cobraron 100 céntimos de USD por 7f"],
  [unexpectedAnswer("Culqi", 400, "Monto inválido; revisa"), "Culqi respondió 400 Monto inválido; revisa"],
  [
    note("PayPal's capture is PENDING: {reason}", { reason: note("no reason given") }),
    "El cobro en PayPal tiene el estado PENDING: sin motivo indicado",
  ],
  [
    note("No answer when last asked: {problem}", { problem: unexpectedAnswer("Culqi", 503) }),
    "Sin respuesta en la última consulta: Culqi respondió 503",
  ],
  // What a failed refund keeps.
  [
    `${note("The order was canceled")}; ${unexpectedAnswer("PayPal", 422, "REFUND_FAILED")}`,
    "El pedido se canceló; PayPal respondió 422 REFUND_FAILED",
  ],
  ["Words of the provider's own", "Words of the provider's own"],
  ["", ""],
])("says %j in the language of whoever reads it", (recorded, inSpanish) => {
  expect(noteInWords(recorded)).toBe(recorded);
  expect(inLanguage("es", () => noteInWords(recorded))).toBe(inSpanish);
});
