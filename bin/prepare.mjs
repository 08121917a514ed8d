// Prepares a clone, on Node 20 or newer: installs what package-lock.json lists, and builds the web if its sources
// changed.
// Usage: node bin/prepare.mjs [build] [browser]    (installing always comes first)
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
// Puts the pinned Node before the machine's own.
process.env.PATH = `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`;
const steps = new Set(process.argv.slice(2));

/** Memory (bytes) from which on several builds run at a time: each takes 1 GB. */
const ROOMY = 3.5e9;

const running = new Set();

/** Runs a command; ends everything if it fails. */
function run(command, words, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, words, { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } });
    running.add(child);
    const end = (status, reason = "") => {
      running.delete(child);
      if (status === 0) return resolve();
      console.error(`\n\`${[command, ...words].join(" ")}\` failed${reason}.`);
      for (const other of running) other.kill();
      process.exit(status ?? 1);
    };
    child.once("error", ({ message }) => end(1, `: ${message}`));
    child.once("exit", (status) => end(status));
  });
}

/** What pages can't import, as the linter sees to: the web is not built again for a change of these. */
const SERVER_ONLY = /^src\/(?:server|start|sandbox)$|^src\/features\/.*(?:\/|-)(?:store|routes|tables)\.ts$/;

/** A hash of the files and folders that a step depends on. */
function digest(paths) {
  const hash = createHash("sha256");
  const add = (path) => {
    if (!existsSync(path)) return;
    let names;
    try {
      names = readdirSync(path);
    } catch {
      hash.update(path).update(readFileSync(path));
      return;
    }
    for (const name of names.sort()) if (!name.endsWith(".test.ts") && !SERVER_ONLY.test(join(path, name))) add(join(path, name));
  };
  paths.forEach(add);
  return hash.digest("hex");
}

/** Does `work` unless it was already done for the same inputs. */
async function unlessDone(stamp, inputs, made, work) {
  const now = digest(inputs);
  if (existsSync(made) && existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

await unlessDone("node_modules/.despensa-installed", ["package-lock.json"], "node_modules/.bin/node", async () => {
  console.log("Installing …");
  // `install`, not `ci`: `ci` fails if a registry lacks a package's builds for other systems. `--no-save` leaves the lockfile alone.
  // Includes dev dependencies even with NODE_ENV=production, because the web is built here.
  await run("npm", ["install", "--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], { NODE_ENV: "development" });
});

// Mostly a download, so it goes beside the build.
const browser = steps.has("browser") ? run("node", ["tests/support/install-programs.ts"]) : undefined;

if (steps.has("build")) {
  const inputs = [
    "package-lock.json",
    "vite.config.ts",
    "react-router.config.ts",
    "bin/slim-manifest.ts",
    "bin/build-worker.ts",
    "bin/compress.ts",
    "bin/words",
    "public",
    "src",
  ];
  await unlessDone("build/.despensa-built", inputs, "build/server/index.js", async () => {
    console.log("Building the web …");
    rmSync("build", { recursive: true, force: true });
    const builds = ["en", "es"].map(
      (language) => () => run("react-router", ["build", "--logLevel", "warn"], { NODE_ENV: "production", BUILT_LANGUAGE: language }),
    );
    const worker = () => run("node", ["bin/build-worker.ts"]);
    const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
    if (availableParallelism() > 1 && memory >= ROOMY) await Promise.all([...builds, worker].map((build) => build()));
    else for (const build of [...builds, worker]) await build();
    // Both languages are served from one folder: the files' names tell their contents.
    cpSync("build/es/client/assets", "build/client/assets", { recursive: true });
    await run("node", ["bin/compress.ts"]);
  });
}

await browser;
