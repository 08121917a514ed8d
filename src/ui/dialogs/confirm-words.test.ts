import { expect, test } from "vitest";
import { CONFIRM_WORDS } from "./confirm-words.ts";

test("STAT-7 a question's buttons are OK, No and Cancel unless it says otherwise", () => {
  expect(CONFIRM_WORDS).toEqual({ confirm: "OK", deny: "No", cancel: "Cancel" });
});
