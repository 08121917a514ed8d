// How much JavaScript a browser loads for the home page, in each language: its scripts, their static imports, and what the page preloads.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import type { Language } from "../src/words/language.ts";

/** Maximum compressed size in bytes, in any language. */
export const BUDGET = 135_000;

const build = join(import.meta.dirname, "../build");
const HOME = "index";

/** The home page's scripts in a language, with their compressed sizes in bytes. */
export async function firstLoad(language: Language = "en"): Promise<Map<string, number>> {
  const server = join(build, language === "es" ? "es" : ".", "server/index.js");
  const { assets, routes }: ServerBuild = await import(pathToFileURL(server).href);
  const home = Object.values(routes).find((route) => route?.[HOME]);
  if (!home) throw new Error("The site map has no home page.");
  const sizes = new Map<string, number>();
  const add = (address: string) => {
    if (sizes.has(address)) return;
    const file = join(build, "client", address);
    sizes.set(address, statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size);
    for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:\bfrom|\bimport) ?["'](\.[^"']+\.js)["']/g)) {
      add(new URL(name!, `http://x${address}`).pathname);
    }
  };

  add(assets.url);
  for (const address of [assets.entry.module, ...assets.entry.imports]) add(address);
  for (let id: string | undefined = home.id; id; id = routes[id]?.parentId) {
    const route = assets.routes[id];
    for (const address of route ? [route.module, ...(route.imports ?? [])] : []) add(address);
  }
  return sizes;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

if (import.meta.main) {
  for (const [language, name] of [
    ["en", "English"],
    ["es", "Spanish"],
  ] as const) {
    const sizes = await firstLoad(language);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    console.log(`First load of the ${name} home page: ${kilobytes(total)} of compressed JavaScript, of ${kilobytes(BUDGET)} at most`);
    if (total <= BUDGET) continue;
    for (const [address, size] of [...sizes].toSorted(([, a], [, b]) => b - a)) console.log(`  ${kilobytes(size).padStart(9)}  ${address}`);
    process.exitCode = 1;
  }
}
