import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accentRules, contrastOf, GREEN, shadesOf } from "./accent.ts";

const TABLE = [
  "#000000",
  "#ffffff",
  "#808080",
  "#ff0000",
  "#00ff00",
  "#0000ff",
  "#ffff00",
  "#00ffff",
  "#ff00ff",
  "#14613a",
  "#f7b733",
  "#b3361f",
];
const random = () => `#${Math.floor(Math.random() * 0x1000000).toString(16).padStart(6, "0")}`; // prettier-ignore

test.each([...TABLE, ...Array.from({ length: 200 }, random)])("text in %s, and text on it, is readable in both themes", (color) => {
  const { light, dark } = shadesOf(color);
  for (const [{ leaf, leaf2, tint, wash, on }, grounds] of [
    [light, ["#ffffff", "#fbf8f2", "#f3eee4"]],
    [dark, ["#1c2420", "#141a16", "#101512"]],
  ] as const) {
    for (const ground of [...grounds, tint, wash]) expect(contrastOf(leaf, ground)).toBeGreaterThanOrEqual(4.5);
    for (const fill of [leaf, leaf2]) expect(contrastOf(on, fill)).toBeGreaterThanOrEqual(4.5);
  }
  // White text on the banner.
  for (const ground of [light.leaf, light.leaf2]) expect(contrastOf("#ffffff", ground)).toBeGreaterThanOrEqual(4.5);
});

test("a color that is readable stays as it is", () => {
  expect(shadesOf("#14613a").light.leaf).toBe("#14613a");
  expect(contrastOf("#000000", "#ffffff")).toBe(21);
});

test("the rules name colors only", () => {
  expect(accentRules("#b3361f")).toMatch(/^:root:root\{(?:--[\w-]+:(?:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)|#[0-9a-f]{6});?)+\}$/);
});

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

test("style sheets have the shades of the shop's own green", () => {
  const { light, dark } = GREEN;
  const tokens = read("../site/styles/tokens.css");
  for (const [name, inLight, inDark] of [
    ["leaf", light.leaf, dark.leaf],
    ["leaf-2", light.leaf2, dark.leaf2],
    ["leaf-tint", light.tint, dark.tint],
    ["leaf-wash", light.wash, dark.wash],
    ["leaf-fill", light.leaf, dark.leaf2],
    ["leaf-fill-2", light.leaf2, dark.leaf],
    ["on-leaf", light.on, dark.on],
  ] as const)
    expect(tokens).toContain(`--${name}: light-dark(${inLight}, ${inDark});`);
  for (const file of ["../sandbox/page.css", "../sandbox/culqi/browser/pay-dialog.js"])
    expect(read(file)).toContain(`--leaf: light-dark(${light.leaf}, ${dark.leaf2});`);
});
