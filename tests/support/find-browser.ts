import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where Chromium usually is; the one without windows is the quickest. */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser of this machine: `CHROMIUM`, else one of the usual places. */
export function findBrowser(): string | undefined {
  const named = process.env["CHROMIUM"];
  return named && existsSync(named) ? named : PLACES.find((place) => existsSync(place));
}

/** Installs Debian's Chromium where this process may; else says what to do and ends. */
function install(): void {
  if (findBrowser()) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium …");
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
    for (const name of ["chromium-headless-shell", "chromium"]) {
      spawnSync("apt-get", ["install", "-y", "-qq", name], { stdio: ["ignore", "ignore", "inherit"] });
      if (findBrowser()) return;
    }
  }
  console.error("The browser tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM to its path.");
  process.exit(1);
}

if (process.argv[2] === "install") install();
