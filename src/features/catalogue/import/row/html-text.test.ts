import { expect, test } from "vitest";
import { htmlToText, looksLikeHtml } from "./html-text.ts";

test.each([
  ["<p>One</p><p>Two</p>", "One\n\nTwo"],
  ["One<br/>Two<br>Three", "One\nTwo\nThree"],
  ["<ul><li>Salt</li><li>Pepper</li></ul>after", "- Salt\n- Pepper\n\nafter"],
  ["<h2>Use</h2>\n\n  <div>with\n  milk</div>", "Use\n\nwith milk"],
  ["Ben &amp; Jerry&#39;s &lt;b&gt; &eacute;&nbsp;&#x1F951;", "Ben & Jerry's <b> é 🥑"],
  ["<table><tr><td>Fat</td><td>3 g</td></tr><tr><td>Salt</td><td>1 g</td></tr></table>", "Fat 3 g\nSalt 1 g"],
  ["<script>alert('<p>x</p>')</script><style>p{}</style>seen<!-- not <b>seen</b> -->", "seen"],
  ["<img src=x onerror=alert(1)>text<iframe srcdoc='<p>x</p>'>hidden</iframe>", "text"],
  ["<p>never closed <b>tags", "never closed tags"],
  ["less than 5 < 6 and 7 > 3 <p></p>", "less than 5 < 6 and 7 > 3"],
  ["</script></script>still text", "still text"],
  [`<p>${"<div>".repeat(5000)}deep`, "deep"],
])("%j becomes text", (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test("hostile HTML takes no longer than its length", () => {
  const started = performance.now();
  for (const part of ["<", "<p", "<p ", "&", "<!--", "<br>", "<a b='", "<![CDATA["]) htmlToText(part.repeat(100_000 / part.length));
  expect(performance.now() - started).toBeLessThan(5000);
});

test.each([
  ["plain text, 1 < 2 & more", false],
  ["I <3 cheese", false],
  ["a < b and c > d", false],
  ["AT&T", false],
  ["<p>x", true],
  ["x</em>", true],
  ["Ben &amp; Jerry's", true],
])("%j looks like HTML: %s", (text, is) => {
  expect(looksLikeHtml(text)).toBe(is);
});
