import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SETTINGS } from "#server/settings/config.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

test("alerts and the dashboard name only metrics that exist", () => {
  const code = globSync("src/**/*.ts", { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .map(read)
    .join("\n");
  for (const file of ["deploy/monitoring/alerts.yml", "deploy/monitoring/grafana-dashboard.json"]) {
    const names = [...read(file).matchAll(/despensa_[a-z_]+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ""));
    expect(names.length).toBeGreaterThan(8);
    expect([file, names.filter((name) => !code.includes(`"${name}"`))]).toEqual([file, []]);
  }
});

test("what is in deploy/ sets only settings that exist", () => {
  const files = globSync("deploy/**/*", { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const known = new Set(SETTINGS);
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), "utf8");
    const set = [...text.matchAll(/^\s*(?:- name: |- |#?\s*)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=|: )/gm)].map((match) => match[1]!);
    const foreign = /^(?:POSTGRES|NODE|PATRONI|ETCD|PG|NPM|DEBIAN)_/;
    expect([name, set.filter((setting) => !known.has(setting) && !foreign.test(setting))]).toEqual([name, []]);
  }
});
