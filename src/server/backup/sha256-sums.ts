import type { StoredFile } from "./manifest.ts";

/** What `sha256sum -c` reads. */
export const linesOf = (files: readonly Pick<StoredFile, "name" | "sha256">[]): string =>
  files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");

/** SHA-256 by file name. */
export function sumsOf(text: string): Map<string, string> {
  return new Map(
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
}
