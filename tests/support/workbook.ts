import { crc32, deflateRawSync } from "node:zlib";

/** A zip file with these parts. `sizes` overrides what it declares about the size of a part. */
export function zip(parts: Readonly<Record<string, string | Buffer>>, sizes: Readonly<Record<string, number>> = {}): Buffer<ArrayBuffer> {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const plain = Buffer.from(content);
    const packed = deflateRawSync(plain);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(sizes[name] ?? plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), common, rest, Buffer.from(name)]));
    bodies.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, directory, Buffer.from("PK\u0005\u0006"), end]);
}

type Cell = string | number | { percent: number } | { code: number } | { day: number };

/** The styles of special numbers. */
const STYLES = { percent: 1, code: 2, day: 3 } as const;

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const column = (place: number) => String.fromCharCode(65 + place);

/** An Excel workbook with one hidden sheet and this one. Texts are shared, empty cells are left out, as Excel does. */
export function workbook(rows: readonly (readonly Cell[])[], more: Readonly<Record<string, string>> = {}): Buffer<ArrayBuffer> {
  const texts: string[] = [];
  const cell = (value: Cell, place: string) => {
    if (value === "") return "";
    if (typeof value === "object") {
      const [[kind, number]] = Object.entries(value) as [[keyof typeof STYLES, number]]; // each has one
      return `<c r="${place}" s="${STYLES[kind]}"><v>${number}</v></c>`;
    }
    if (typeof value === "number") return `<c r="${place}"><v>${value}</v></c>`;
    texts.push(value);
    return `<c r="${place}" t="s"><v>${texts.length - 1}</v></c>`;
  };
  const sheet = rows.map(
    (cells, n) => `<row r="${n + 1}">${cells.map((value, at) => cell(value, `${column(at)}${n + 1}`)).join("")}</row>`,
  );
  const si = texts.map((text) => `<si><r><t>${escape(text)}</t></r><rPh><t>hint</t></rPh></si>`);
  return zip({
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml":
      '<workbook xmlns:r="r"><sheets><sheet name="Notes" state="hidden" r:id="rId1"/><sheet name="Products" r:id="rId2"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    "xl/styles.xml":
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000000"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    "xl/worksheets/sheet1.xml": "<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>",
    "xl/worksheets/sheet2.xml": `<worksheet><sheetData>${sheet.join("")}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `<sst>${si.join("")}</sst>`,
    ...more,
  });
}
