import { t } from "#words/t.ts";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import * as yauzl from "yauzl";
import { SharedStrings } from "./shared-strings.ts";
import { LONGEST_CELL, SheetReader } from "./sheet-reader.ts";
import type { TableRow } from "./split-rows.ts";
import { parseXml, readXml } from "./parse-xml.ts";
import { PLAIN, readStyles, type CellStyle } from "./workbook-styles.ts";
import { tooLarge, Unreadable, upTo, wrongKind } from "./unreadable.ts";

/** More entries than any workbook has. */
const MOST_ENTRIES = 10_000;
/** Largest part that is held in memory: the list of sheets, the number formats. */
const SMALL_PART = 16 * 1024 * 1024;

/**
 * Reads the first visible sheet of an Excel workbook. The file, and the texts that its cells share, are put into a temporary folder:
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
    const sheet = await findSheet(parts, open);
    const styles = await readStyles(await openSmall(parts, open, "xl/styles.xml"));
    await readSharedStrings(await open("xl/sharedStrings.xml"), texts);
    const reader = new SheetReader({ text: (place) => texts.read(place), style: (place): CellStyle => styles[place] ?? PLAIN }, most);
    const body = (await open(sheet))!; // findSheet found it
    yield* parseXml(body, reader.handlers, () => reader.takeRows());
    yield reader.end();
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

/** The part with the first sheet that is not hidden. */
async function findSheet(parts: ReadonlyMap<string, yauzl.Entry>, open: Open): Promise<string> {
  const workbook = await openSmall(parts, open, "xl/workbook.xml");
  if (!workbook) throw new Unreadable(wrongKind());
  const sheets: { id: string; isHidden: boolean }[] = [];
  await readXml(workbook, {
    open(name, attributes) {
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
      if (id) sheets.push({ id, isHidden: (attributes["state"] ?? "visible") !== "visible" });
    },
  });
  const wanted = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const targets = new Map<string, string>();
  const relations = await openSmall(parts, open, "xl/_rels/workbook.xml.rels");
  if (relations)
    await readXml(relations, {
      open(name, { Id, Target }) {
        if (name === "Relationship" && Id && Target) targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
      },
    });
  const name = (wanted && targets.get(wanted.id)) ?? "xl/worksheets/sheet1.xml";
  if (!parts.has(name)) throw new Unreadable(wrongKind());
  return name;
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
