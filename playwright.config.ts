import { defineConfig } from "@playwright/test";
import { findBrowser } from "./tests/support/find-browser.ts";

const executablePath = findBrowser();

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "*.spec.ts",
  globalSetup: "tests/e2e/global-setup.ts",
  workers: 1,
  // Patient: the tests also run on machines that do much else.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // On a busy machine a page may answer too late for one assertion; a defect fails every time. What needed a second try is listed as flaky.
  retries: process.env["CI"] ? 2 : 0,
  reporter: [["list"]],
  use: {
    ...(process.env["SHOP_URL"] && { baseURL: process.env["SHOP_URL"] }),
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
