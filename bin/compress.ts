// Compresses the built files once, so that the server never has to.
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = new Set([".js", ".css", ".svg", ".json", ".webmanifest", ".txt", ".html"]);
const SMALL = 1024;
const root = join(import.meta.dirname, "../build/client");
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
  (entry) => entry.isFile() && TEXT.has(extname(entry.name)),
);

/** Node compresses in several threads. */
await Promise.all(
  files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    const bytes = await readFile(path);
    if (bytes.length < SMALL) return;
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, BROTLI));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }),
);
