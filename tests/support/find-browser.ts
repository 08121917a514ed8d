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

/** Installs Debian's Chromium if permitted; otherwise explains what to do and exits. */
function install(): void {
  if (findBrowser({ whole: true })) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    // Not every version of Debian has the headless shell.
    for (const name of ["chromium", "chromium-headless-shell"])
      spawnSync("apt-get", ["install", "-y", "-qq", name], { stdio: ["ignore", "ignore", "inherit"] });
    if (findBrowser({ whole: true })) return;
  }
  console.error("The browser tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM to its path.");
  process.exit(1);
}

if (process.argv[2] === "install") install();
