import { expect, test } from "vitest";
import { csvLine } from "#shared/csv.ts";
import { t } from "#words/t.ts";
import { csvReport } from "./csv-report.ts";
import { inLanguage } from "./request-language.ts";

const weighed = () =>
  csvReport(
    ["order", "weight"],
    async (after = "0") => ({ rows: [`A${after}`, `B${after}`], next: after === "0" ? "1" : undefined }),
    (order) => csvLine([order, t("estimated [weight]")]),
  );

/** Reads like the network does: long after the call has returned. */
const read = async (report: AsyncGenerator<string>) => (await Array.fromAsync(report)).join("");

test("a report has its headings and all pages, in the language of whoever asked for it", async () => {
  const [english, spanish] = [weighed(), inLanguage("es", weighed)];
  expect(await read(english)).toBe("\uFEFForder,weight\r\nA0,estimated\r\nB0,estimated\r\nA1,estimated\r\nB1,estimated\r\n");
  expect(await inLanguage("en", () => read(spanish))).toBe(
    "\uFEFFpedido,peso\r\nA0,estimado\r\nB0,estimado\r\nA1,estimado\r\nB1,estimado\r\n",
  );
});
