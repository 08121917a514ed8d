import { existsSync } from "node:fs";

/** Common locations of Chromium. */
const WHOLE = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Faster, but it shows no notifications. */
export const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** `CHROMIUM`, or the first browser that is found. @param options.whole excludes the headless shell */
export function findBrowser({ whole = false } = {}): string | undefined {
  const named = process.env["CHROMIUM"];
  return named && existsSync(named) ? named : [...(whole ? [] : [HEADLESS_SHELL]), ...WHOLE].find((place) => existsSync(place));
}
