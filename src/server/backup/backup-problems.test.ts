import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import { problemInWords } from "./backup-problems.ts";

/** What makes a backup. The others read and restore one, for whoever runs the command. */
const MAKERS = ["open-repository.ts", "folder-repository.ts", "s3-repository.ts", "make-backup.ts"];

test("whatever the shop says itself about a failed backup is said in Spanish, too", () => {
  const said = MAKERS.flatMap((file) => {
    const code = readFileSync(join(import.meta.dirname, file), "utf8").replaceAll("${cannot}", "${address} cannot be written: ${message}.");
    return [...code.matchAll(/new BackupError\((["`])(.+?)\1\)/g)].map(([, , text]) => text!.replaceAll(/\$\{[^}]+\}/g, "x"));
  });
  expect(said.length).toBeGreaterThan(MAKERS.length);
  expect(said.filter((problem) => inLanguage("es", () => problemInWords(problem)) === problem)).toEqual([]);
});

test("a failed backup is told with its values, and the system's own words", () => {
  const full = "/backups/2026 cannot be written: ENOSPC: no space left on device, write. Make room there, or back up to another place.";
  expect(problemInWords(full)).toBe(full);
  expect(inLanguage("es", () => problemInWords(full))).toBe(
    "No se puede escribir en /backups/2026: ENOSPC: no space left on device, write. Libera espacio ahí o guarda la copia en otro lugar.",
  );
  expect(inLanguage("es", () => problemInWords("connect ECONNREFUSED"))).toBe("connect ECONNREFUSED");
});
