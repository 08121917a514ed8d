import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const git = (...words: string[]) => spawnSync("git", words, { cwd: ROOT, encoding: "utf8" });

/** What browsers get is built from these. */
const WEB = ["src/site", "src/web", "src/ui", "src/features/*/pages", ":(exclude)*.test.ts"];
/** How many changes of the web lie in between at most: more than one, because a change may leave the built files as they were. */
const CHANGES = 3;

/** Commits before the last changes of the web, newest first. The first commit of a shallow clone has nothing before it. */
const before = (git("log", `-${CHANGES}`, "--format=%P", "--", ...WEB).stdout ?? "")
  .split("\n")
  .flatMap((line) => line.split(" ")[0] || []);
const hasSameInstall = (commit: string) => git("diff", "--quiet", commit, "--", "package-lock.json").status === 0;
const commit = before.findLast(hasSameInstall);

/** Why tests that need an older version are skipped; undefined if there is one. */
export const noOlderVersion = commit
  ? undefined
  : before.length > 0
    ? "the versions before have other packages"
    : "this checkout has no history (git clone without --depth)";

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
  await run(process.execPath, ["bin/prepare.mjs", "build"], { cwd: root, env: { ...process.env, NODE_ENV: "production" } });
}
