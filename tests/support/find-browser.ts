import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Common locations of Chromium. */
const WHOLE = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Faster, but it shows no notifications. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** `CHROMIUM`, or the first browser that is found. @param options.whole excludes the headless shell */
export function findBrowser({ whole = false } = {}): string | undefined {
  const named = process.env["CHROMIUM"];
  return named && existsSync(named) ? named : [...(whole ? [] : [HEADLESS_SHELL]), ...WHOLE].find((place) => existsSync(place));
}

/** Installs what is missing of Debian's Chromium if permitted; without any browser, explains what to do and exits. */
function install(): void {
  const missing = [
    ...(findBrowser({ whole: true }) ? [] : ["chromium"]),
    // Not every version of Debian has it; the tests run without it, but take twice as long.
    ...(process.env["CHROMIUM"] || existsSync(HEADLESS_SHELL) ? [] : ["chromium-headless-shell"]),
  ];
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    for (const name of missing) spawnSync("apt-get", ["install", "-y", "-qq", name], { stdio: ["ignore", "ignore", "inherit"] });
  }
  if (findBrowser({ whole: true })) return;
  console.error("The browser tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM to its path.");
  process.exit(1);
}

if (process.argv[2] === "install") install();
