// Installs what tests need beside npm's packages, where that is permitted: on Debian, as root.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findBrowser, HEADLESS_SHELL } from "./find-browser.ts";
import { noFakeClock } from "./fake-clock.ts";

const missing = [
  ...(findBrowser({ whole: true }) ? [] : ["chromium"]),
  // Not every version of Debian has it; the tests run without it, but take twice as long.
  ...(process.env["CHROMIUM"] || existsSync(HEADLESS_SHELL) ? [] : ["chromium-headless-shell"]),
  ...(noFakeClock ? ["faketime"] : []),
];

if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
  console.log(`Installing ${missing.join(", ")} …`);
  spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
  for (const name of missing) spawnSync("apt-get", ["install", "-y", "-qq", name], { stdio: ["ignore", "ignore", "inherit"] });
}
if (!findBrowser({ whole: true })) {
  console.error("The browser tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM to its path.");
  process.exit(1);
}
