/**
 * The vulnerabilities that each release of PostgreSQL fixed, from its release notes. The shop looks nothing up at run time, so a test
 * requires a line for the bundled release.
 */
export const SECURITY_FIXES: Readonly<Record<string, readonly string[]>> = {
  "18.1": ["CVE-2025-12817", "CVE-2025-12818"],
  "18.2": ["CVE-2026-2003", "CVE-2026-2004", "CVE-2026-2005", "CVE-2026-2006", "CVE-2026-2007"],
  "18.3": [],
  "18.4": [
    ...["CVE-2026-6472", "CVE-2026-6473", "CVE-2026-6474", "CVE-2026-6475", "CVE-2026-6476", "CVE-2026-6477"],
    ...["CVE-2026-6478", "CVE-2026-6479", "CVE-2026-6575", "CVE-2026-6637", "CVE-2026-6638"],
  ],
};

/** The vulnerabilities fixed by an update within a major version; undefined if a release in between is not listed. */
export function fixedBy(before: string, now: string): string[] | undefined {
  const [[major, from = 0], [newMajor, to = 0]] = [before, now].map((version) => version.split(".").map(Number)) as [number[], number[]];
  if (major !== newMajor || to < from) return undefined;
  const releases = Array.from({ length: to - from }, (_, n) => `${major}.${from + n + 1}`);
  return releases.every((release) => SECURITY_FIXES[release]) ? releases.flatMap((release) => SECURITY_FIXES[release] ?? []) : undefined;
}
