import { t } from "#words/t.ts";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import * as yauzl from "yauzl";
import { isHeading } from "../columns/headings.ts";
import { LEAST_KNOWN } from "./find-header.ts";
import { SharedStrings } from "./shared-strings.ts";
import { LONGEST_CELL, SheetReader } from "./sheet-reader.ts";
import type { TableRow } from "./split-rows.ts";
import { parseXml, readXml } from "./parse-xml.ts";
import { PLAIN, readStyles, UNIX_DAY, type CellStyle } from "./workbook-styles.ts";
import { tooLarge, Unreadable, upTo, wrongKind } from "./unreadable.ts";

/** More entries than any workbook has. */
const MOST_ENTRIES = 10_000;
/** Largest part that is held in memory: the list of sheets, the number formats. */
const SMALL_PART = 16 * 1024 * 1024;

/**
 * Reads one sheet of an Excel workbook: of those that are visible, the first that names columns we know, otherwise the first. Other sheets
 * that name such columns are named in a row of their own. The file, and the texts that its cells share, are put into a temporary folder:
 * the list of what a zip file contains is at its end, and a workbook's texts may be larger than its rows.
 * @throws Unreadable
 */
export async function* readWorkbook(bytes: Readable, most: number): AsyncGenerator<TableRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "despensa-workbook-"));
  try {
    const path = join(folder, "workbook.xlsx");
    await pipeline(upTo(most, bytes), createWriteStream(path));
    yield* readZip(path, folder, most);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* readZip(path: string, folder: string, most: number): AsyncGenerator<TableRow[]> {
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(damaged);
  const texts = new SharedStrings(join(folder, "texts"), most);
  try {
    const parts = await listParts(zip, most);
    const open = async (name: string) => {
      const part = parts.get(name);
      return part && upTo(most, (await zip.openReadStreamPromise(part)) as AsyncIterable<Buffer>);
    };
    const { sheets, unixDay } = await listSheets(parts, open);
    const styles = await readStyles(await openSmall(parts, open, "xl/styles.xml"), unixDay);
    await readSharedStrings(await open("xl/sharedStrings.xml"), texts);
    const shared = { text: (place: number) => texts.read(place), style: (place: number): CellStyle => styles[place] ?? PLAIN };
    const rowsOf = async function* ({ part }: Sheet) {
      const reader = new SheetReader(shared, most);
      yield* parseXml((await open(part))!, reader.handlers, () => reader.takeRows()); // listSheets found it
      yield reader.end();
    };
    const [first, ...others] = await withKnownNames(sheets.slice(0, MOST_SHEETS), rowsOf);
    const rows = rowsOf(first ?? sheets[0]!); // there is one
    const unread = others.map(({ name }) => ({ line: 1, cells: [], fault: notRead(name) }));
    for await (const some of rows) yield some.length > 0 ? [...some.slice(0, 1), ...unread.splice(0), ...some.slice(1)] : some;
  } catch (error) {
    damaged(error);
  } finally {
    texts.close();
    zip.close();
  }
}

/** What the zip file contains, by name. Its sizes are checked before anything is unpacked, and again while it is. */
async function listParts(zip: yauzl.ZipFile, most: number): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new Unreadable(wrongKind());
  const parts = new Map<string, yauzl.Entry>();
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith(".xml") && !entry.fileName.endsWith(".rels")) continue;
    size += entry.uncompressedSize;
    if (size > most) throw tooLarge(most);
    parts.set(entry.fileName.replace(/^\//, ""), entry);
  }
  return parts;
}

type Open = (name: string) => Promise<AsyncIterable<Buffer> | undefined>;

async function openSmall(parts: ReadonlyMap<string, yauzl.Entry>, open: Open, name: string) {
  if ((parts.get(name)?.uncompressedSize ?? 0) > SMALL_PART) throw new Unreadable(wrongKind());
  return open(name);
}

/** How many sheets are looked into. */
const MOST_SHEETS = 50;

interface Sheet {
  name: string;
  /** Where it is in the zip file. */
  part: string;
}

const notRead = (name: string) =>
  t("the sheet {name} is not read. Save each sheet as a file of its own and import them one by one", { name: JSON.stringify(name) });

/** Those sheets whose first rows name columns that we know. */
async function withKnownNames(sheets: readonly Sheet[], rowsOf: (sheet: Sheet) => AsyncGenerator<TableRow[]>): Promise<Sheet[]> {
  if (sheets.length < 2) return [...sheets];
  const known: Sheet[] = [];
  for (const sheet of sheets)
    for await (const [header, ...rows] of rowsOf(sheet)) {
      if (!header) continue;
      if (rows.length > 0 && header.cells.filter(isHeading).length >= LEAST_KNOWN) known.push(sheet);
      break;
    }
  return known;
}

/** The sheets that are not hidden, or else the first one, and how the workbook counts days. */
async function listSheets(parts: ReadonlyMap<string, yauzl.Entry>, open: Open): Promise<{ sheets: Sheet[]; unixDay: number }> {
  const workbook = await openSmall(parts, open, "xl/workbook.xml");
  if (!workbook) throw new Unreadable(wrongKind());
  const sheets: { id: string; name: string; isHidden: boolean }[] = [];
  let unixDay: number = UNIX_DAY.from1900;
  await readXml(workbook, {
    open(name, attributes) {
      if (name === "workbookPr" && /^(?:1|true)$/.test(attributes["date1904"] ?? "")) unixDay = UNIX_DAY.from1904;
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
      if (id) sheets.push({ id, name: attributes["name"] ?? "", isHidden: (attributes["state"] ?? "visible") !== "visible" });
    },
  });
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const wanted = visible.length > 0 ? visible : sheets.slice(0, 1);
  const targets = new Map<string, string>();
  const relations = await openSmall(parts, open, "xl/_rels/workbook.xml.rels");
  if (relations)
    await readXml(relations, {
      open(name, { Id, Target }) {
        if (name === "Relationship" && Id && Target) targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
      },
    });
  const found = wanted.map(({ id, name }) => ({ name, part: targets.get(id) ?? "xl/worksheets/sheet1.xml" }));
  const [first, ...others] = found.length > 0 ? found : [{ name: "", part: "xl/worksheets/sheet1.xml" }];
  if (!first || !parts.has(first.part)) throw new Unreadable(wrongKind());
  // A chart may have a sheet of its own.
  return { sheets: [first, ...others.filter(({ part }) => parts.has(part))], unixDay };
}

async function readSharedStrings(part: AsyncIterable<Buffer> | undefined, texts: SharedStrings): Promise<void> {
  if (!part) return;
  let text = "";
  let isText = false;
  /** Depth of phonetic hints, which are not part of the text. */
  let hints = 0;
  await readXml(part, {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") hints++;
      isText = name === "t" && hints === 0;
    },
    text(piece) {
      if (isText && text.length < LONGEST_CELL) text += piece;
    },
    close(name) {
      if (name === "rPh") hints--;
      if (name === "si") texts.add(text);
      isText = false;
    },
  });
}

/** Errors of the zip reader have no code; those of the file system do. */
function damaged(error: unknown): never {
  if (error instanceof Unreadable) throw error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || code.startsWith("Z_")) throw new Unreadable(t("The file is damaged: {message}.", { message }));
  throw error;
}
