import { expect, test } from "vitest";
import { holdBackScripts } from "./late-scripts.ts";

test("a page's modules wait, and other scripts run at once", () => {
  const page =
    '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/><script>theme()</script><script type="module" async="">import "/a.js"</script>';
  expect(holdBackScripts(page)).toBe(
    '<link rel="later" href="/a.js"/><link rel="later" href="/b.js"/><script>theme()</script><script type="later">import "/a.js"</script>',
  );
});
