import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const LOCK = "package-lock.json";
const git = (...words: string[]) => spawnSync("git", words, { cwd: ROOT, encoding: "utf8", maxBuffer: 100_000_000 });

const MIGRATIONS = "migrations/*.sql";
/** What browsers get is built from these. */
const WEB = ["src/site", "src/web", "src/ui", "src/features/*/pages", ":(exclude)*.test.ts"];
/** How many changes of the web lie in between at most: more than one, because a change may leave the built files as they were. */
const CHANGES = 3;

/** The commits before the last ones that a log lists. The first commit of a shallow clone has nothing before it. */
const before = (...log: string[]) =>
  (git("log", "--format=%P", ...log).stdout ?? "").split("\n").flatMap((parents) => parents.split(" ")[0] || []);

type Packages = Record<string, { version?: string }>;
const packagesOf = (lock: string) => (JSON.parse(lock) as { packages: Packages }).packages; // written by npm
/** Whether a commit runs with the installed packages. It may need fewer. */
function fitsInstall(commit: string): boolean {
  const installed = packagesOf(readFileSync(join(ROOT, LOCK), "utf8"));
  const needed = packagesOf(git("show", `${commit}:${LOCK}`).stdout);
  return Object.entries(needed).every(([path, { version }]) => path === "" || installed[path]?.version === version);
}
const age = (commit: string) => Number(git("rev-list", "--count", `${commit}..HEAD`).stdout);

const beforeMigration = before("-1", "--diff-filter=A", "--", MIGRATIONS);
const candidates = [...beforeMigration, ...before(`-${CHANGES}`, "--", ...WEB)];
/** The oldest, whose schema and built files are both older. */
const commit = candidates.filter(fitsInstall).toSorted((a, b) => age(b) - age(a))[0];

/** Why tests that need an older version are skipped; undefined if there is one. */
export const noOlderVersion = commit
  ? undefined
  : candidates.length > 0
    ? "the versions before have other packages"
    : "this checkout has no history (git clone without --depth)";

/** Why the older version has the schema of this one; undefined if its schema is older. */
export const sameSchema =
  commit && git("diff", "--quiet", "--diff-filter=A", commit, "--", MIGRATIONS).status === 1
    ? undefined
    : beforeMigration.length > 0
      ? "the versions before the newest migration have other packages"
      : "the newest migration is older than the history of this checkout";

/** A built checkout of an older version, with other files for browsers. */
export interface OlderVersion {
  root: string;
  remove(): void;
}

export async function buildOlderVersion(): Promise<OlderVersion> {
  const root = mkdtempSync(join(tmpdir(), "despensa-older-"));
  try {
    await build(root);
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    throw error;
  }
  return {
    root,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Builds it the way that version does, with this version's packages. */
async function build(root: string): Promise<void> {
  const archive = join(root, "older.tar");
  await run("git", ["archive", "--output", archive, commit!], { cwd: ROOT });
  await run("tar", ["-xf", archive], { cwd: root });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  // It would install what its own names, for both versions.
  copyFileSync(join(ROOT, LOCK), join(root, LOCK));
  await run(process.execPath, ["bin/prepare.mjs", "build"], { cwd: root, env: { ...process.env, NODE_ENV: "production" } });
}
