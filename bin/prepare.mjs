// Prepares a clone, on Node 20 or newer: installs what package-lock.json lists, and builds the web if its sources
// changed.
// Usage: node bin/prepare.mjs [build] [browser]    (installing always comes first)
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
// Puts the pinned Node before the machine's own.
process.env.PATH = `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`;
const steps = new Set(process.argv.slice(2));

/** Runs a command; exits if it fails. */
function run(command, words, env = {}) {
  const { status, error } = spawnSync(command, words, { stdio: ["ignore", "inherit", "inherit"], env: { ...process.env, ...env } });
  if (status === 0) return;
  console.error(`\n\`${[command, ...words].join(" ")}\` failed${error ? `: ${error.message}` : ""}.`);
  process.exit(status ?? 1);
}

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
    for (const name of names.sort()) if (!name.endsWith(".test.ts")) add(join(path, name));
  };
  paths.forEach(add);
  return hash.digest("hex");
}

/** Does `work` unless it was already done for the same inputs. */
function unlessDone(stamp, inputs, made, work) {
  const now = digest(inputs);
  if (existsSync(made) && existsSync(stamp) && readFileSync(stamp, "utf8") === now) return;
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

unlessDone("node_modules/.despensa-installed", ["package-lock.json"], "node_modules/.bin/node", () => {
  console.log("Installing …");
  // `install`, not `ci`: `ci` fails if a registry lacks a package's builds for other systems. `--no-save` leaves the lockfile alone.
  // Includes dev dependencies even with NODE_ENV=production, because the web is built here.
  run("npm", ["install", "--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], { NODE_ENV: "development" });
});

if (steps.has("build")) {
  const inputs = ["package-lock.json", "vite.config.ts", "react-router.config.ts", "bin/words", "public", "src"];
  unlessDone("build/.despensa-built", inputs, "build/server/index.js", () => {
    console.log("Building the web …");
    for (const language of ["en", "es"])
      run("react-router", ["build", "--logLevel", "warn"], { NODE_ENV: "production", BUILT_LANGUAGE: language });
    // Both are served from one folder: their names tell the contents.
    cpSync("build/es/client/assets", "build/client/assets", { recursive: true });
    run("node", ["bin/build-worker.ts"]);
    run("node", ["bin/compress.ts"]);
  });
}

if (steps.has("browser")) run("node", ["tests/support/find-browser.ts", "install"]);
