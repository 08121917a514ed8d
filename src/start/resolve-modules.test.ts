import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Loads the shop's code in a process of its own. @returns where each import was found, and as what */
async function filesFound(before: string): Promise<Record<string, string>> {
  const script = `
    import { registerHooks } from "node:module";
    import { resolveModulesQuickly } from "#start/resolve-modules.ts";
    ${before}
    const found = {};
    registerHooks({
      resolve(specifier, context, next) {
        const result = next(specifier, context);
        found[specifier + " from " + context.parentURL] = result.url + " as " + result.format;
        return result;
      },
    });
    await import("#start/open-shop.ts");
    process.stdout.write(JSON.stringify(found), () => process.exit(0));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { maxBuffer: 10e6 });
  return JSON.parse(stdout) as Record<string, string>;
}

test("modules are found where Node finds them", { timeout: 60_000 }, async () => {
  const quickly = await filesFound("resolveModulesQuickly();");
  const byNode = await filesFound("");
  expect(Object.keys(byNode).length).toBeGreaterThan(2000);
  expect(quickly).toEqual(byNode);
});
