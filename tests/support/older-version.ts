import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const git = (...words: string[]) => spawnSync("git", words, { cwd: ROOT, encoding: "utf8" });

/** The commit before the last one that changed the shop's code. */
const commit = git("log", "-2", "--format=%H", "--", "src").stdout?.trim().split("\n")[1];
const isSameInstall = commit !== undefined && git("diff", "--quiet", commit, "--", "package-lock.json").status === 0;

/** Why tests that need an older version are skipped; undefined if there is one. */
export const noOlderVersion = isSameInstall
  ? undefined
  : commit
    ? "the version before has other packages"
    : "this checkout has no history (git clone without --depth)";

/** A built checkout of the previous version. */
export interface OlderVersion {
  root: string;
  /** Whether it serves the files of other builds. */
  servesOtherBuilds: boolean;
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
    servesOtherBuilds: existsSync(join(root, "src/server/render/former-builds.ts")),
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
