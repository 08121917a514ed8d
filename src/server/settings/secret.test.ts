import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { secret } from "./secret.ts";

const folder = mkdtempSync(join(tmpdir(), "despensa-secret-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a secret is generated once, is readable only by its owner, and a damaged one is refused", () => {
  const made = secret(folder, "jwt");
  expect(made).toHaveLength(43);
  expect(secret(folder, "jwt")).toBe(made);
  expect(statSync(join(folder, "secrets/jwt")).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, "secrets/jwt"), "");
  expect(() => secret(folder, "jwt")).toThrow("is damaged");
});
