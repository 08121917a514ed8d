import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Common locations of Chromium. The headless shell comes first, since it is the fastest. */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** `CHROMIUM`, or the first browser found in a common location. */
export function findBrowser(): string | undefined {
  const named = process.env["CHROMIUM"];
  return named && existsSync(named) ? named : PLACES.find((place) => existsSync(place));
}

/** Installs Debian's Chromium if permitted; otherwise explains what to do and exits. */
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
