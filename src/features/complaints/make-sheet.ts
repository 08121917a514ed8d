import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { t } from "#words/t.ts";
import { LEAF, leading, MARGIN, Paper, QUIET } from "../orders/invoice/paper.ts";
import { KINDS, type Sheet } from "./contract.ts";
import { definitionOf, notices, sectionsOf } from "./sheet/rules.ts";

const LABELS = 140;
const GAP = 4;
const SMALL = { size: 8.5, color: QUIET } as const;
/** Reserved at the bottom of each page. */
const FOOT = 30;

/** What a sheet's PDF is called. */
export const pdfName = ({ number }: Sheet) => `hoja-de-reclamacion-${number}.pdf`;

/** A sheet of the complaints book as a PDF, on as many A4 pages as its texts need. */
export function makeSheet(sheet: Sheet): Readable {
  const { number, provider, createdAt } = sheet;
  const paper = new Paper({ title: `Hoja de Reclamación ${number}`, author: provider.name, made: new Date(createdAt) });
  let y = MARGIN;
  let page = 1;
  const foot = () => {
    paper.line(`${provider.name} · RUC ${provider.ruc} · ${number}`, MARGIN, paper.bottom - 12, { size: 8, color: QUIET });
    paper.line(t("Page {page}", { page }), paper.right, paper.bottom - 12, { size: 8, color: QUIET, align: "right" });
  };
  /** Begins a new page unless there is room here. */
  const makeRoom = (height: number) => {
    if (y + height <= paper.bottom - FOOT) return;
    foot();
    paper.doc.addPage();
    page++;
    y = MARGIN;
  };
  /** Draws text line by line, on the next page where this one ends. */
  const write = (text: string, from: number, ink: Parameters<Paper["block"]>[4] = {}) => {
    for (const paragraph of text.split("\n")) {
      for (const line of paper.lines(paragraph, paper.right - from, ink)) {
        makeRoom(leading(ink));
        paper.line(line, from, y, ink);
        y += leading(ink);
      }
    }
  };

  paper.line(number, paper.right, y + 4, { size: 14, weight: "bold", align: "right" });
  write("Libro de Reclamaciones", MARGIN, { size: 20, weight: "bold", color: LEAF });
  for (const { title, rows } of sectionsOf(sheet)) {
    makeRoom(70);
    y += 12;
    write(title, MARGIN, { size: 11, weight: "bold" });
    paper.rule(y + 2);
    y += 8;
    for (const [label, text] of rows) {
      makeRoom(leading({}));
      paper.line(label, MARGIN, y, { color: QUIET });
      write(text, MARGIN + LABELS);
      y += GAP;
    }
  }
  y += 10;
  for (const text of [...KINDS.map(definitionOf), ...notices()]) {
    write(text, MARGIN, SMALL);
    y += GAP;
  }
  foot();
  paper.doc.end();
  return paper.doc;
}

/** The PDF in memory, for an email. */
export const sheetAttachment = async (sheet: Sheet) => ({
  name: pdfName(sheet),
  media: "application/pdf",
  bytes: await buffer(makeSheet(sheet)),
});
