import { expect, test } from "vitest";
import { DECLINES, YAPE_DECLINES } from "#sandbox/culqi/errors.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { declineWords } from "./decline-words.ts";

const told = (decline_code: string, withYape = false) =>
  declineWords({ object: "error", type: "card_error", decline_code, user_message: "Tu tarjeta" }, { withYape });

test("CHK-5 every decline is told in English, with a way forward", () => {
  for (const code of Object.keys(DECLINES)) expect(told(code)).toMatch(/^(Your|There|This|The) .+(again|another card)/);
  expect(told("insufficient_funds")).toMatch(/enough money/);
  expect(told("expired_card")).toMatch(/expired/);
  expect(told("incorrect_cvv")).toMatch(/security code/);
});

test("a lost or stolen card reads like any other declined one", () => {
  expect(new Set([told("lost_card"), told("stolen_card"), told("fraudulent")]).size).toBe(1);
});

test("an unknown code or body still says what to do", () => {
  for (const body of [null, "declined", {}, { decline_code: "brand_new" }, { decline_code: 7 }])
    expect(declineWords(body, { withYape: false })).toBe("Your bank declined this card. Try another card, or another way to pay.");
  expect(declineWords({ code: "invalid_3ds" }, { withYape: false })).toMatch(/confirm that the card is yours/);
});

test("a decline of Yape never speaks of a card, and says what to do", () => {
  for (const code of [...Object.keys(YAPE_DECLINES), ...Object.keys(DECLINES), "brand_new"]) {
    expect(told(code, true)).toMatch(/Yape .+(hoose another way to pay)\.$/);
    expect(told(code, true)).not.toMatch(/card|bank/);
  }
  expect(told("insufficient_funds", true)).toMatch(/enough money/);
});

test("a Spanish page is answered in Spanish", () => {
  const codes = [...Object.keys(DECLINES), "brand_new"];
  for (const withYape of [true, false])
    for (const code of codes) {
      const said = inLanguage("es", () => told(code, withYape));
      expect(said).not.toBe(told(code, withYape));
      expect(said).toMatch(/elige|usa|inténtalo/i);
    }
});
