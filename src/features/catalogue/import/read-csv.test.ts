import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { Damaged, readCsv } from "./read-csv.ts";

const MB = 1024 * 1024;

test.each([
  ["empty lines", "\n"],
  ["rows", "a,b\n"],
])("a small gzip file that unpacks to too much is refused, whatever it holds: %s", async (_, line) => {
  const packed = gzipSync(`name,price\n${line.repeat((3 * MB) / line.length)}`);
  const read = async () => {
    for await (const _row of await readCsv(Readable.from([packed]), 2 * MB));
  };
  await expect(read()).rejects.toThrow(new Damaged("The file unpacks to more than 2 MB."));
});
