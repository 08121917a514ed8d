import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "./no-schemas.ts";

const SRC = join(import.meta.dirname, "..");
/** What runs in browsers, besides contracts and rules. */
const OF_THE_WEB = /^(web|ui|site)\/|\/pages\//;

test("nothing in the browser validates with a schema, because its contracts have none", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
    (file) => OF_THE_WEB.test(file) && /(?<!\.test)\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const validating = files.filter((file) => {
    const code = readFileSync(join(SRC, file), "utf8");
    return /from "zod/.test(code) || /(?<!JSON|Date)\.(safeParse|parse)\(/.test(code);
  });
  expect(validating).toEqual([]);
});

test("whatever a contract builds with it is a placeholder, and throws when it is used", () => {
  const builder = z as typeof import("zod/mini");
  const schema = builder.object({ id: builder.string().check(builder.minLength(1)) });
  expect(() => builder.array(schema).safeParse([])).toThrow("Schemas are left out of the browser");
});
