import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
const configs = [...scripts["check:tsc"]!.matchAll(/tsc -p (\S+)/g)].map(([, config]) => config!);

/** The files that a type check is asked to look at, without what they import. */
function filesOf(config: string): string[] {
  const { stdout } = spawnSync(join(root, "node_modules/.bin/tsc"), ["--showConfig", "-p", config], { cwd: root, encoding: "utf8" });
  const { files } = JSON.parse(stdout) as { files: string[] };
  return files.map((file) => file.replace(/^\.\//, ""));
}

test("the type check looks at every source file, in exactly one of its parts", () => {
  const sources = globSync(["{src,bin,bench,demo,tests}/**/*.{ts,tsx,mts,cts}", "*.config.ts"], { cwd: root });
  expect(sources.length).toBeGreaterThan(900);
  const checked = configs.flatMap(filesOf).filter((file) => !file.startsWith(".react-router/"));
  expect(checked.toSorted()).toEqual(sources.toSorted());
});
