import lighthouse, { type Result } from "lighthouse";

/** Runs per page; the one with the median performance counts. */
const RUNS = 3;
const GOALS = { performance: 97, accessibility: 100, "best-practices": 100, seo: 100 };
const MOST_PAINT_MS = 1500;

/** What Lighthouse reports about a page on its simulated phone. @param port of a browser's debugging interface */
export async function audit(address: string, port: number): Promise<Result> {
  const results: Result[] = [];
  for (let run = 0; run < RUNS; run++) {
    const done = await lighthouse(address, { port, output: "json", logLevel: "error", onlyCategories: Object.keys(GOALS) });
    if (!done || done.lhr.runtimeError) throw new Error(`Lighthouse failed: ${done?.lhr.runtimeError?.message ?? ""}`);
    results.push(done.lhr);
  }
  return results.toSorted((a, b) => score(a, "performance") - score(b, "performance"))[RUNS >> 1]!;
}

const score = ({ categories }: Result, name: string) => Math.round((categories[name]?.score ?? 0) * 100);

/** Prints a page's scores and what costs it points. @returns the goals it misses */
export function printAudits(name: string, result: Result): string[] {
  const value = (id: string) => result.audits[id]?.numericValue ?? Number.NaN;
  const [paint, shift] = [value("largest-contentful-paint"), value("cumulative-layout-shift")];
  const scores = Object.keys(GOALS).map((category) => `${category} ${score(result, category)}`);
  console.log(
    `${name.padEnd(11)} ${scores.join(", ")}; first paint ${(value("first-contentful-paint") / 1000).toFixed(2)} s, largest ` +
      `${(paint / 1000).toFixed(2)} s, blocked ${value("total-blocking-time").toFixed(0)} ms, shift ${shift.toFixed(3)}, ` +
      `${(value("total-byte-weight") / 1000).toFixed(0)} KB`,
  );
  for (const { title, score: points, displayValue = "", scoreDisplayMode } of Object.values(result.audits)) {
    if (points !== null && points < 0.9 && scoreDisplayMode !== "informative")
      console.log(`    ${points.toFixed(2)} ${title} ${displayValue}`);
  }
  const lost = Object.entries(GOALS).filter(([category, goal]) => score(result, category) < goal);
  return [
    ...lost.map(([category, goal]) => `${name}: ${category} ${goal}`),
    ...(paint > MOST_PAINT_MS ? [`${name}: largest paint within ${MOST_PAINT_MS / 1000} s`] : []),
    ...(shift > 0 ? [`${name}: no layout shift`] : []),
  ];
}
