import { defineConfig } from "vitest/config";

// `isolate: false`: what all files need, the whole shop, is loaded once in a worker and not once for each file.

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit and API",
          include: ["src/**/*.test.ts", "tests/*.test.ts", "demo/*.test.ts"],
          globalSetup: "tests/support/database-server.ts",
          setupFiles: "tests/support/clean-process.ts",
          isolate: false,
          // Patient: the tests also run on machines that do much else.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: "faults",
          include: ["tests/faults/*.test.ts"],
          globalSetup: "tests/support/database-server.ts",
          // `npm run test:campaign` repeats what the short form does once. More than several waits of a test (`untilTrue`) may take.
          testTimeout: 300_000 * Number(process.env["ROUNDS"] ?? 1),
          hookTimeout: 300_000,
          isolate: false,
        },
      },
      {
        test: {
          name: "failover",
          include: ["tests/failover/*.test.ts"],
          // A cluster takes the whole computer.
          fileParallelism: false,
          // A cluster that could not be started needs no further tests.
          bail: 1,
        },
      },
    ],
    // To stop the database and remove its files.
    teardownTimeout: 60_000,
    // Not even in CI: a race that is lost once in ten is a defect.
    retry: 0,
    // One more than the two cores of a small machine, because tests often wait for the database, timers or processes.
    maxWorkers: 3,
  },
});
