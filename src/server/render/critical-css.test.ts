import { expect, test } from "vitest";
import { CriticalCss } from "./critical-css.ts";

const page = (...classes: string[]) => classes.map((names) => `<p class="${names}">a</p>`).join("");
const critical = (css: string, ...classes: string[]) => new CriticalCss(css).for(page(...classes));

test("a page gets the rules of its classes and of plain elements, in their order", () => {
  const css = "body{margin:0}.card{gap:1px}.far{gap:2px}.card .price{gap:3px}a,.far{gap:4px}";
  expect(critical(css, "card x", "price")).toBe("body{margin:0}.card{gap:1px}.card .price{gap:3px}a,.far{gap:4px}");
});

test("groups are kept around what is left in them, and layers keep their order even when nothing is", () => {
  const css =
    "@layer base{.gone{gap:0}}@layer utilities{@media (width>=48rem){.md\\:flex{display:flex}.gone{gap:0}}@container x{.gone{gap:0}}}";
  expect(critical(css, "md:flex")).toBe("@layer base,utilities;@layer utilities{@media (width>=48rem){.md\\:flex{display:flex}}}");
});

test("nested rules, fonts and animations stay whole", () => {
  const css = '.a{gap:0;&:hover{@media (hover:hover){gap:1px}}}@font-face{src:url(a;b)}@keyframes k{to{content:"}"}}';
  expect(critical(css, "a")).toBe(css);
});

test("what shows only on paper, under a pointer, with the focus or in browsers of old comes later", () => {
  const css =
    "@media print{p{gap:0}}@media (hover:hover){.a:hover{gap:0}}a:focus-visible,.a:active{gap:0}.a:not(:hover){gap:1px}.peer:focus~.a{gap:0}" +
    "@supports ((-webkit-hyphens:none)){p{--x:0}}.hover\\:a{gap:2px}";
  expect(critical(css, "a peer hover:a")).toBe(".a:not(:hover){gap:1px}.hover\\:a{gap:2px}");
});

test("custom properties are registered where a rule uses them", () => {
  const [x, y] = ["x", "y"].map((name) => `@property --${name}{syntax:"*";inherits:false}`);
  expect(critical(`.a{gap:var(--x)}.b{gap:var(--y)}${x}${y}`, "a")).toBe(`.a{gap:var(--x)}${x}`);
});

test("escaped characters of class names and of HTML are the same characters", () => {
  const css = '/*! a { */.\\32 xl\\:x{gap:0}.min-\\[22\\.5rem\\]\\:x{gap:0}.\\[\\&\\>a\\]\\:x{gap:0}.not\\.here{content:"{"}';
  expect(critical(css, "2xl:x min-[22.5rem]:x [&amp;&gt;a]:x")).toBe(
    ".\\32 xl\\:x{gap:0}.min-\\[22\\.5rem\\]\\:x{gap:0}.\\[\\&\\>a\\]\\:x{gap:0}",
  );
});

test("a class that is only excluded, or one of several, need not be there", () => {
  expect(critical(".a:not(.b){gap:0}.a:is(.b,:not(.c)){gap:1px}.b:not(.a){gap:2px}", "a")).toBe(
    ".a:not(.b){gap:0}.a:is(.b,:not(.c)){gap:1px}",
  );
});
