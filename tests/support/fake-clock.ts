import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LIBRARY = globSync("/usr/lib/*/faketime/libfaketime.so.1")[0];

/** Why tests that need libfaketime are skipped; undefined if it is installed. */
export const noFakeClock = LIBRARY ? undefined : "libfaketime is not installed (Debian: apt-get install faketime)";

/** A clock for other processes, which can jump while they run. Monotonic clocks and timers are unaffected. */
export function fakeClock(): { env: Record<string, string>; jumpTo(offset: string): void; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "despensa-clock-"));
  const file = join(folder, "offset");
  const jumpTo = (offset: string) => writeFileSync(file, `${offset}\n`);
  jumpTo("+0");
  return {
    env: {
      LD_PRELOAD: LIBRARY ?? "",
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    jumpTo,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
