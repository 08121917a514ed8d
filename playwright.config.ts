import { defineConfig } from "@playwright/test";
import { findBrowser } from "./tests/support/find-browser.ts";
import { LONG } from "./tests/support/rounds.ts";

/** The first ones are pages inside every window's frame, which cost more than the shop's own; the others Playwright would turn off by itself. */
const UNUSED_FEATURES = [
  ...["InitialWebUI", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIReloadButton", "WebUIToolbar"],
  ...[
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
  ],
  ...[
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "PreconnectToSearch",
    "AimEnabled",
    "SpareRendererForSitePerProcess",
  ],
];

const launch = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Pages are open for seconds: optimizing their scripts takes longer than it saves.
    "--js-flags=--no-opt",
    // Fewer processes: the shop's pages are all that is loaded.
    "--in-process-gpu",
    "--renderer-process-limit=1",
    `--disable-features=${UNUSED_FEATURES.join(",")}`,
  ],
});

/** These need the whole browser: the headless shell shows no notifications and installs nothing. */
const OFFLINE = ["offline.spec.ts", "install.spec.ts"];

const LONGEST = ["import.spec.ts", "languages.spec.ts", "hostile-texts.spec.ts"];

export default defineConfig({
  testDir: "tests/e2e",
  ...(!LONG && { grepInvert: /@campaign/ }),
  globalSetup: "./tests/e2e/own-shop.ts",
  // The longest files begin first, so that no worker waits for them at the end.
  projects: [
    { name: "longest", testMatch: LONGEST },
    { name: "offline", testMatch: OFFLINE, use: { launchOptions: launch(findBrowser({ whole: true })) } },
    { name: "shop", testMatch: "*.spec.ts", testIgnore: [...LONGEST, ...OFFLINE] },
  ],
  // Each has a shop of its own. One more than the two cores of a small machine, because tests often wait.
  workers: 3,
  // Patient: the tests also run on machines that do much else.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // On a busy machine a page may answer too late for one assertion; a defect fails every time. What needed another try is listed as flaky.
  // Races and cut connections are tried once (`neverRetried`).
  retries: process.env["CI"] ? 2 : 0,
  reporter: [["list"]],
  use: {
    // It would answer requests that tests want to answer themselves. The tests of reading offline allow it.
    serviceWorkers: "block",
    // Animations take a third of the processor time. Tests of them turn them on.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: launch(findBrowser()),
  },
});
