import { expect, test } from "vitest";
import { html } from "./html.ts";

test("text is escaped, even in attributes", () => {
  const name = `"><script>alert('x')</script>&`;
  expect(String(html`<a title="${name}">${name}</a>`)).toBe(
    `<a title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;</a>`,
  );
});

test("HTML and lists of HTML are inserted as they are, numbers are printed", () => {
  const items = ["a&b", "c"].map((item) => html`<li>${item}</li>`);
  expect(String(html`<ul>${items}</ul>${html`<b>${0}</b>`}`)).toBe("<ul><li>a&amp;b</li>\n<li>c</li></ul><b>0</b>");
});
