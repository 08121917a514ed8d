import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importCatalogue, type ImportOptions } from "#features/catalogue/import/import-catalogue.ts";
import { importing } from "./imports.ts";
import type { TestShop } from "./test-shop.ts";

export type Content = string | Uint8Array<ArrayBuffer>;

/** What an import did with its rows, and why it refused some. */
export interface Imported {
  added: number;
  changed: number;
  same: number;
  refused: number;
  joined: number;
  reasons: string[];
}

/** Imports a file as the back office does, or as the command does. */
export type ImportFile = (content: Content, name: string, says?: { shelf?: string; defaultStock?: number }) => Promise<Imported>;

export function bothWays(shop: TestShop, token: string): [way: string, ImportFile][] {
  const door = importing(shop, token);
  const byBrowser: ImportFile = async (content, name, says = {}) => {
    const one = await door.check({ ...(await door.send(content, name)), ...says });
    const { added, changed, same, refused, joined } = one.report!; // checked
    const reasons = (await door.rows(one, "refused")).map(({ line, reason }) => `${line}: ${reason}`);
    await door.apply(one);
    return { added, changed, same, refused, joined, reasons };
  };
  const byCommand: ImportFile = async (content, name, says) => {
    const { added, updated, unchanged, refused, joined, reasons } = await importByCommand(shop, content, name, says);
    return { added, changed: updated, same: unchanged, refused, joined, reasons };
  };
  return [
    ["in the browser", byBrowser],
    ["by the command", byCommand],
  ];
}

/** Imports a file as the command does. */
export async function importByCommand(
  { shop, connection }: TestShop,
  content: Content,
  name: string,
  options: Partial<ImportOptions> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "despensa-import-"));
  const path = join(folder, name);
  const reasons: string[] = [];
  writeFileSync(path, content);
  try {
    const onRefused = (line: number, reason: string) => void reasons.push(`${line}: ${reason}`);
    const report = await importCatalogue(connection, path, {
      timeZone: "UTC",
      strict: false,
      onRefused,
      onProgress: () => {},
      ...options,
    });
    return { ...report, reasons };
  } finally {
    rmSync(folder, { recursive: true });
    shop.invalidations.publish(["*"]);
  }
}
