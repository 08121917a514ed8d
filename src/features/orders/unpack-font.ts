import { inflateSync } from "node:zlib";

const WOFF_HEAD = 44;
const WOFF_ENTRY = 20;
const SFNT_HEAD = 12;
const SFNT_ENTRY = 16;

/**
 * Unpacks a font from WOFF 1.0 to plain tables (https://www.w3.org/TR/WOFF/). The pdf library reads WOFF too, but unpacks
 * in JavaScript whenever it looks at a table: 300 ms for an invoice.
 */
export function unpackFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(SFNT_HEAD + count * SFNT_ENTRY);
  woff.copy(head, 0, 4, 8); // the flavour
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * 16, 10);

  const tables: Buffer[] = [];
  let offset = head.length;
  for (let n = 0; n < count; n++) {
    const entry = woff.subarray(WOFF_HEAD + n * WOFF_ENTRY);
    const [from, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const bytes = woff.subarray(from, from + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const at = SFNT_HEAD + n * SFNT_ENTRY;
    entry.copy(head, at, 0, 4); // the name
    entry.copy(head, at + 4, 16, 20); // the check sum
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(length, at + 12);
    // Tables begin at multiples of four.
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    table.copy(padded);
    tables.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([head, ...tables]);
}
