import { Readable } from "node:stream";
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { workbook, zip } from "../../../../../tests/support/workbook.ts";
import { MOST_OF_FILE } from "../contract.ts";
import { readTable } from "./read-table.ts";
import type { TableRow } from "./split-rows.ts";

const MB = 1024 * 1024;

/** Reads a file that arrives in pieces of a few bytes. */
async function rowsOf(content: string | Buffer, { piece = 7, most = 10 * MB } = {}): Promise<TableRow[]> {
  const bytes = Buffer.from(content);
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, n) => bytes.subarray(n * piece, (n + 1) * piece));
  return (await Array.fromAsync(readTable(Readable.from(pieces, { objectMode: false }), most))).flat();
}

const cellsOf = async (content: string | Buffer) => (await rowsOf(content)).map(({ cells }) => cells);

const windows = (words: string) => Buffer.from(words.replaceAll("€", "\u0080"), "latin1");
const bigEndian = (words: string) => Buffer.from(words, "utf16le").swap16();
const good = (n: number) => `A${n},Apple ${n},1 kg,1.50`;
const skus = (rows: readonly TableRow[]) => rows.slice(1).map(({ cells: [sku], fault }) => (fault ? `${sku}!` : sku));

describe("text", () => {
  const TABLE = [
    ["sku", "name", "price"],
    ["A1", "Äpfel, süß", "1,50 €"],
    ["A2", "Crème «brûlée»", "2,00 €"],
  ];
  const text = (delimiter: string, newline = "\r\n") =>
    TABLE.map((row) => row.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter)).join(newline);

  test.each([
    ["UTF-8 with commas", Buffer.from(text(","))],
    ["UTF-8 with a byte order mark and pipes", Buffer.from(`\uFEFF${text("|")}`)],
    ["Windows-1252 with semicolons, as Excel writes it", windows(text(";"))],
    ["UTF-16 with tabs, as Excel writes Unicode text", Buffer.from(`\uFEFF${text("\t")}`, "utf16le")],
    ["UTF-16 without a byte order mark", Buffer.from(text("\t"), "utf16le")],
    ["big-endian UTF-16", bigEndian(`\uFEFF${text("\t")}`)],
    ["big-endian UTF-16 without a byte order mark", bigEndian(text("\t"))],
    ["line feeds only", Buffer.from(text(";", "\n"))],
    ["carriage returns only", Buffer.from(text(";", "\r"))],
    ["gzipped", gzipSync(text(","))],
    ["a line that names the delimiter", Buffer.from(`sep=;\r\n${text(";")}`)],
  ])("%s", async (_, bytes) => {
    expect(await cellsOf(bytes)).toEqual(TABLE);
  });

  test("Windows-1252 is noticed wherever its first letter is, and a bad byte does not turn UTF-8 into something else", async () => {
    const plain = "A1,Apple\n".repeat(10_000);
    const windowsRows = await rowsOf(windows(`sku,name\n${plain}A2,Käse\n`), { piece: 64 * 1024 });
    expect(windowsRows.at(-1)).toEqual({ line: 10_002, cells: ["A2", "Käse"], fault: "" });
    const broken = Buffer.concat([Buffer.from("sku,name\nA1,Käse aus Österreich\nA2,B"), Buffer.from([0xff]), Buffer.from("r\n")]);
    expect((await cellsOf(broken)).slice(1)).toEqual([
      ["A1", "Käse aus Österreich"],
      ["A2", "B\uFFFDr"],
    ]);
  });

  test("lines are counted as an editor does, and empty rows left out", async () => {
    const rows = await rowsOf('sku,name\r\nA1,"one\r\n\r\nthree"\r\n\r\n,\r\nA2,"say ""hi"""\r\nA3,5" pipe');
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, "sku", "name"],
      [2, "A1", "one\r\n\r\nthree"],
      [7, "A2", 'say "hi"'],
      [8, "A3", '5" pipe'],
    ]);
  });
});

/** Rows with their lines, those that were not read with an exclamation mark. */
const said = (rows: TableRow[]) =>
  rows.map(({ line, cells, fault }) => `${line}${fault && "!"}: ${cells.slice(0, 4).join(" ").trim().replaceAll(/ +/g, " ")}`);

describe("lines above the header are left out, and lines are counted from the top of the file", () => {
  const TABLE = "Codigo;Producto;Precio\r\n001;Arroz;24,90\r\n";
  const read = [
    { line: 4, cells: ["Codigo", "Producto", "Precio"], fault: "" },
    { line: 5, cells: ["001", "Arroz", "24,90"], fault: "" },
  ];

  test.each([
    ["a title and an empty line", `LISTA DE PRECIOS\r\nal 23/11\r\n\r\n${TABLE}`],
    ["a title with a comma", `Lista de precios, noviembre\r\n"Distribuidora ""Sol"", Lima"\r\n\r\n${TABLE}`],
    ["titles of two cells", "Proveedor;ACME Foods;\r\nFecha;27.11.2026;\r\n\r\n" + TABLE],
    ["a title as Excel writes it", `LISTA DE PRECIOS;;\r\n;;\r\n;al 23/11;\r\n${TABLE}`],
  ])("%s", async (_, text) => {
    expect(await rowsOf(text)).toEqual(read);
  });

  test.each([
    ["a file of one column", "name\nApples, red\nPears", [["name"], ["Apples, red"], ["Pears"]].map((cells) => cells.join(",").split(","))],
    [
      "two columns",
      "sku,price\nA1,2.50",
      [
        ["sku", "price"],
        ["A1", "2.50"],
      ],
    ],
    [
      "a header quoted over two lines",
      '"Product\nname",price\nApples,2.50',
      [
        ["Product\nname", "price"],
        ["Apples", "2.50"],
      ],
    ],
  ])("%s has none", async (_, text, rows) => {
    expect(await cellsOf(text)).toEqual(rows);
  });

  test.each([
    ["a title above two columns", "Price list\nsku,price\nA1,2.50", ["2: sku price", "3: A1 2.50"]],
    [
      "headings over headings",
      "Producto;;Precio;\nCodigo;Producto;Neto;PVP\n001;Arroz;20,00;24,90",
      ["2: Codigo Producto Neto PVP", "3: 001 Arroz 20,00 24,90"],
    ],
    [
      "a later part with headings of its own",
      "sku;name;price\nA1;Rice;2.50\n\nsku;name;brand;price\nA2;Oats;Mill;1.50",
      ["1: sku name price", "2: A1 Rice 2.50", "4: sku name brand price", "5: A2 Oats Mill 1.50"],
    ],
    [
      "products above the only heading",
      "001;Arroz;24,90\n002;Avena;9,90\nCodigo;Producto;Precio\n003;Azúcar;4,90",
      ["3: Codigo Producto Precio", "1!: 001 Arroz 24,90", "2!: 002 Avena 9,90", "4: 003 Azúcar 4,90"],
    ],
  ])("%s: no row of a product is lost without a word, in text or workbook", async (_, text, wanted) => {
    expect(said(await rowsOf(text))).toEqual(wanted);
    const cells = text.split("\n").map((line) => line.split(line.includes(";") ? ";" : ","));
    expect(said(await rowsOf(workbook(cells)))).toEqual(wanted);
  });

  test("in a workbook", async () => {
    const rows = await rowsOf(workbook([["Lista de precios"], ["al 23/11"], ["Codigo", "Producto"], ["001", "Arroz"], ["Fin"]]));
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [3, "Codigo", "Producto"],
      [4, "001", "Arroz"],
      [5, "Fin", ""],
    ]);
    const titles = [
      ["Proveedor", "ACME Foods"],
      ["Fecha", "27.11.2026"],
      ["Codigo", "Producto", "Precio"],
      ["001", "Arroz", "24,90"],
    ];
    expect((await rowsOf(workbook(titles))).map(({ line, cells }) => [line, ...cells])).toEqual([
      [3, "Codigo", "Producto", "Precio"],
      [4, "001", "Arroz", "24,90"],
    ]);
    expect(await cellsOf(workbook([["sku"], ["A1"]]))).toEqual([["sku"], ["A1"]]);
  });
});

describe("a stray quote does not swallow rows", () => {
  const HEAD = "sku,name,size,price";

  test.each([
    ["never closed", 'A2,"Pear,1 kg,2.00', ["A1", "A2!", "A3", "A4", "A5"]],
    ["never closed, in the last cell", 'A2,Pear,1 kg,"2.00', ["A1", "A2!", "A3", "A4", "A5"]],
    ["closed by another one far below", `A2,"Pear,1 kg,2.00\n${good(8)}\n${good(9)}\nA10,Nails 5",1 kg,1.00`, 7],
    ["closed in the middle of a cell", `A2,"Pear,1 kg,2.00\n${good(8)}\nA10,5" nails,1 kg,1.00`, 6],
    ["closed properly, around rows of their own", `A2,"Pear\n${good(8)}\n${good(9)}",1 kg,2.00`, 6],
  ])("%s", async (_, lines, wanted) => {
    const rows = await rowsOf([HEAD, good(1), lines, good(3), good(4), good(5), ""].join("\n"));
    if (typeof wanted === "number") {
      expect(rows.filter(({ fault }) => fault).map(({ line }) => line)).toEqual([3]);
      expect(rows.slice(1).filter(({ fault }) => !fault)).toHaveLength(wanted);
    } else expect(skus(rows)).toEqual(wanted);
    expect(rows.at(-1)!.cells[0]).toBe("A5");
  });

  test("a quoted text over several lines stays one row, also with commas in it", async () => {
    const text = "Salt, pepper, more\nsugar, milk, eggs, flour\n\nwater";
    const rows = await rowsOf(`${HEAD}\nA1,"${text}",1 kg,1.00\n${good(2)}\n`);
    expect(rows.slice(1).map(({ cells }) => cells[1])).toEqual([text, "Apple 2"]);
  });

  test("a row with too many cells is named by its line, quoted text and all; the rows after it are read", async () => {
    const rows = await rowsOf(`${HEAD}\nA1,"one\ntwo",1 kg,1.00,extra\n${good(2)}\n`);
    expect(rows.slice(1)).toEqual([
      { line: 2, cells: ["A1", "one\ntwo", "1 kg", "1.00", "extra"], fault: "" },
      { line: 4, cells: ["A2", "Apple 2", "1 kg", "1.50"], fault: "" },
    ]);
  });

  test("a file full of stray quotes is read in about the time of any other", async () => {
    const lines = Array.from({ length: 60_000 }, (_, n) => (n % 2 ? good(n) : `B${n},"Pear,1 kg,2.00`));
    const started = performance.now();
    const rows = await rowsOf([HEAD, ...lines].join("\n"), { piece: 64 * 1024 });
    expect(performance.now() - started).toBeLessThan(50_000);
    expect(rows.filter(({ fault }) => !fault)).toHaveLength(30_001);
  });

  test("a line that is too long is named, and the next one is read", async () => {
    const rows = await rowsOf(`${HEAD}\nA1,${"x".repeat(2 * MB)},1,1\n${good(2)}\n`, { piece: 64 * 1024 });
    expect(rows.slice(1)).toMatchObject([
      { line: 2, fault: "is longer than a million characters" },
      { line: 3, cells: ["A2", "Apple 2", "1 kg", "1.50"] },
    ]);
  });
});

/** A sheet of texts without commas. */
const sheet = (...rows: string[]) =>
  `<worksheet><sheetData>${rows
    .map((row) => `<row>${row.replaceAll(/[^,]+/g, '<c t="str"><v>$&</v></c>').replaceAll(",", "")}</row>`)
    .join("")}</sheetData></worksheet>`;

/** A sheet whose cells all share one long text. */
const sharing = (rows: number, cells: number) =>
  workbook([["sku", "name"]], {
    "xl/sharedStrings.xml": `<sst><si><t>${"a".repeat(100_000)}</t></si></sst>`,
    "xl/worksheets/sheet2.xml": `<row>${'<c t="inlineStr"><is><t>sku</t></is></c>'.repeat(cells)}</row>${`<row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`.repeat(rows)}`,
  });

describe("an Excel workbook", () => {
  test("is read by the first sheet that is not hidden, numbers as they are shown", async () => {
    const bytes = workbook([
      ["sku", "name", "price", "discount", "stock"],
      [{ code: 42 }, "Milk & more <1 l>", 3.4999999999999996, { percent: 0.125 }, 8_410_200_000_000],
      [],
      ["A2", "", 1e-7, "", 12],
    ]);
    expect(await rowsOf(bytes, { piece: 1000 })).toEqual([
      { line: 1, cells: ["sku", "name", "price", "discount", "stock"], fault: "" },
      { line: 2, cells: ["000042", "Milk & more <1 l>", "3.5", "12.5", "8410200000000"], fault: "" },
      { line: 4, cells: ["A2", "", "1e-7", "", "12"], fault: "" },
    ]);
  });

  test.each([
    ["1900", "", 46_380],
    ["1904", '<workbookPr date1904="1"/>', 44_918],
  ])("whose days count from %s has dates, and times of day that stay numbers", async (_, about, day) => {
    const bytes = workbook(
      [
        ["sku", "sale_until"],
        ["A1", { day }],
        ["A2", { day: day + 18.5 / 24 }],
        ["A3", { day: 0.75 }],
      ],
      {
        "xl/workbook.xml": `<workbook xmlns:r="r">${about}<sheets><sheet name="P" r:id="rId2"/></sheets></workbook>`,
      },
    );
    expect((await rowsOf(bytes, { piece: 1000 })).slice(1).map(({ cells }) => cells[1])).toEqual([
      "2026-12-24",
      "2026-12-24T18:30",
      "0.75",
    ]);
  });

  test.each([
    ["[$-409]d\\-mmm\\-yy;@", "2026-12-24"],
    ["yyyy/mm", "2026-12-24"],
    ["h:mm", "46380"],
    ["[Red]0.00", "46380"],
    ['0 "day"', "46380"],
    ["0\\d_y", "46380"],
  ])("shows a number of the format %s as %s", async (code, shown) => {
    const bytes = workbook(
      [
        ["sku", "sale_until"],
        ["A1", { code: 46_380 }],
      ],
      {
        "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code.replaceAll('"', "&quot;")}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
      },
    );
    expect((await rowsOf(bytes, { piece: 1000 })).at(1)?.cells).toEqual(["A1", shown]);
  });

  test("of several sheets, the one with products is read, and others with products are named", async () => {
    const names = ["Portada", "Lácteos", "Bebidas", "Vacía", "Notas"];
    const bytes = workbook([], {
      "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${names.map((name, n) => `<sheet name="${name}" r:id="rId${n}"/>`).join("")}</sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships>${names
        .map((_, n) => `<Relationship Id="rId${n}" Target="worksheets/s${n}.xml"/>`)
        .join("")}</Relationships>`,
      "xl/worksheets/s0.xml": sheet("Distribuidora Sol", "Lima,Perú"),
      "xl/worksheets/s1.xml": sheet("sku,name", "A1,Leche"),
      "xl/worksheets/s2.xml": sheet("sku,name", "B1,Agua"),
      "xl/worksheets/s3.xml": sheet("sku,name"),
      "xl/worksheets/s4.xml": sheet("Vale hasta,diciembre"),
    });
    expect(await rowsOf(bytes, { piece: 1000 })).toEqual([
      { line: 1, cells: ["sku", "name"], fault: "" },
      {
        ...{ line: 1, cells: [] },
        fault: 'the sheet "Bebidas" is not read. Save each sheet as a file of its own and import them one by one',
      },
      { line: 2, cells: ["A1", "Leche"], fault: "" },
    ]);
  });

  test("other cells, prefixes and rows without numbers", async () => {
    const sheet = `<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>sku</x:t></x:is></x:c><x:c t="str"><x:v>on</x:v></x:c></x:row>
      <x:row><x:c t="e"><x:v>#N/A</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    expect(await cellsOf(workbook([], { "xl/worksheets/sheet2.xml": sheet }))).toEqual([
      ["sku", "on"],
      ["#N/A", "TRUE"],
    ]);
  });

  test("rows with unreadable numbers are counted on", async () => {
    const numbers = ["1", "x", "1e99", "-3", "99999999999", "7"];
    const sheet = numbers.map((number) => `<row r="${number}"><c t="str"><v>a</v></c><c t="str"><v>b</v></c></row>`).join("");
    const rows = await rowsOf(workbook([], { "xl/worksheets/sheet2.xml": sheet }));
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 7]);
  });

  const manyTexts = Array.from({ length: 20_000 }, (_, n) => [`A${n}`, `Apple number ${n} of the orchard`]);
  test("texts that its cells share may be more than one block of the temporary file", async () => {
    const rows = await rowsOf(workbook([["sku", "name"], ...manyTexts]), { piece: 64 * 1024 });
    expect(rows).toHaveLength(20_001);
    expect(rows.at(-1)!.cells).toEqual(manyTexts.at(-1));
  });

  test("a row that unpacks to more than a million characters is left out, like a line of text", async () => {
    const rows = await rowsOf(sharing(1, 11));
    expect(rows[1]!.fault).toBe("is longer than a million characters");
  });

  test("rows that share a long text are read a few at a time", async () => {
    let [read, most] = [0, 0];
    for await (const rows of readTable(Readable.from([sharing(200, 9)]), MOST_OF_FILE.unpacked)) {
      const characters = rows.flatMap(({ cells }) => cells).reduce((sum, { length }) => sum + length, 0);
      [read, most] = [read + rows.length, Math.max(most, characters)];
    }
    expect(read).toBe(201);
    expect(most).toBeLessThan(40_000_000);
  });

  test("a number format of a million brackets is read at once", async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${"[".repeat(900_000)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>`;
    expect(await cellsOf(workbook([["sku"], ["A1"]], { "xl/styles.xml": styles }))).toEqual([["sku"], ["A1"]]);
  });

  test.each([
    ["not a workbook", zip({ "a.txt": "hello" }), "This file is not a table we can read."],
    ["cut off", workbook([["sku"]]).subarray(0, 300), "The file is damaged:"],
    ["a sheet that is missing", zip({ "xl/workbook.xml": "<workbook/>" }), "This file is not a table we can read."],
    ["a cell outside the sheet", workbook([], { "xl/worksheets/sheet2.xml": '<row><c r="ZZZZ1"><v>1</v></c></row>' }), "outside the sheet"],
    ["a tag without an end", workbook([], { "xl/worksheets/sheet2.xml": `<row><c r="${"A".repeat(3 * MB)}` }), "a tag has no end"],
    ["tags within tags", workbook([], { "xl/worksheets/sheet2.xml": "<a>".repeat(300_000) }), "tags are nested too deeply"],
    ["an old workbook", Buffer.from("\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1", "latin1"), "This file is not a table we can read."],
  ])("%s is refused with a reason", async (_, bytes, message) => {
    await expect(rowsOf(bytes, { piece: 64 * 1024 })).rejects.toThrow(message);
  });
});

test("1.1 million rows that arrive as a stream are within the limits, and are read a few at a time", async () => {
  const count = 1_100_000;
  function* pieces() {
    yield "sku,name,price\n";
    for (let n = 0; n < count; n += 10_000) yield Array.from({ length: 10_000 }, (_, k) => `A${n + k},Apple ${n + k},1.50\n`).join("");
  }
  let [read, most] = [0, 0];
  for await (const rows of readTable(Readable.from(pieces(), { objectMode: false }), MOST_OF_FILE.unpacked)) {
    read += rows.length;
    most = Math.max(most, rows.length);
  }
  expect(read - 1).toBe(count);
  expect(count).toBeLessThanOrEqual(MOST_OF_FILE.rows);
  expect(most).toBeLessThan(count / 10);
});

test("a gigabyte is the most that a file may unpack to", async () => {
  const member = gzipSync(Array.from({ length: 1024 * 16 }, () => `A,${randomUUID()}${"x".repeat(985)}\n`).join(""));
  // Members of a gzip file are unpacked one after the other.
  const bytes = Readable.from(
    Array.from({ length: 65 }, () => member),
    { objectMode: false },
  );
  const read = async () => {
    for await (const rows of readTable(bytes, MOST_OF_FILE.unpacked)) expect(rows.length).toBeGreaterThan(0);
  };
  await expect(read()).rejects.toThrow("The file unpacks to more than 1 GB. Split it, or remove columns that the shop does not need.");
}, 60_000);

test("of a line with far more cells than the header, only one too many is read", async () => {
  const wide = ["sku,name", `A1,Apple${",".repeat(500_000)}`, `A2,"Bread"${',"x"'.repeat(100_000)}`, "A3,Cheese"].join("\n");
  expect(await rowsOf(wide, { piece: 64 * 1024 })).toEqual([
    { line: 1, cells: ["sku", "name"], fault: "" },
    { line: 2, cells: ["A1", "Apple", ""], fault: "" },
    { line: 3, cells: ["A2", "Bread", "x"], fault: "" },
    { line: 4, cells: ["A3", "Cheese"], fault: "" },
  ]);
});

describe("a small file that unpacks to too much is refused", () => {
  const limited = (bytes: Buffer) => rowsOf(bytes, { piece: 64 * 1024, most: 2 * MB });
  const row = '<row><c t="str"><v>aaaa</v></c></row>';

  test.each([
    ["empty lines", gzipSync(`name,price\n${"\n".repeat(3 * MB)}`)],
    ["rows", gzipSync(`name,price\n${"a,b\n".repeat(MB)}`)],
    ["a sheet", workbook([], { "xl/worksheets/sheet2.xml": row.repeat(100_000) })],
    [
      "one text that many cells share",
      workbook([["sku"], ["x".repeat(30_000)]], { "xl/worksheets/sheet2.xml": '<row><c t="s"><v>1</v></c></row>'.repeat(1000) }),
    ],
    ["cells far to the right", workbook([], { "xl/worksheets/sheet2.xml": '<row><c r="XFD1" t="str"><v>a</v></c></row>'.repeat(1000) })],
    ["shared texts", workbook([["sku"]], { "xl/sharedStrings.xml": "<si><t>aaaa</t></si>".repeat(200_000) })],
    ["shared texts that are empty", workbook([["sku"]], { "xl/sharedStrings.xml": "<si/>".repeat(200_000) })],
  ])("%s", async (_, bytes) => {
    expect(bytes.length).toBeLessThan(MB / 10);
    await expect(limited(bytes)).rejects.toThrow("The file unpacks to more than 2 MB.");
  });

  test("whatever shrank to less than a five-hundredth, long before the limit", async () => {
    const bytes = gzipSync(`name,price\n${"a,b\n".repeat(9 * MB)}`);
    await expect(rowsOf(bytes, { piece: 64 * 1024, most: 40 * MB })).rejects.toThrow("The file unpacks to far too much.");
  });

  test("a workbook that declares less than it has", async () => {
    const sheet = row.repeat(100_000);
    const parts = { "xl/workbook.xml": "<workbook/>", "xl/worksheets/sheet1.xml": sheet };
    await expect(limited(zip(parts, { "xl/worksheets/sheet1.xml": 1000 }))).rejects.toThrow("The file is damaged:");
  });
});
