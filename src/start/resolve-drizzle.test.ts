import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Loads the shop's code in a process of its own. @returns where each import of and within drizzle-orm was found, and as what */
async function filesOfDrizzle(before: string): Promise<Record<string, string>> {
  const script = `
    import { registerHooks } from "node:module";
    import { resolveDrizzleOnce } from "#start/resolve-drizzle.ts";
    ${before}
    const found = {};
    registerHooks({
      resolve(specifier, context, next) {
        const { url, format } = next(specifier, context);
        if (url.includes("/node_modules/drizzle-orm/")) found[specifier + " from " + context.parentURL] = url + " as " + format;
        return next(specifier, context);
      },
    });
    await import("#start/open-shop.ts");
    console.log(JSON.stringify(found));
    process.exit(0);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { maxBuffer: 10e6 });
  return JSON.parse(stdout) as Record<string, string>;
}

test("drizzle-orm's files are found where Node finds them", { timeout: 60_000 }, async () => {
  const quickly = await filesOfDrizzle("resolveDrizzleOnce();");
  const byNode = await filesOfDrizzle("");
  expect(Object.keys(byNode).length).toBeGreaterThan(300);
  expect(quickly).toEqual(byNode);
});
