import { zip } from "./workbook.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const sheetAttributes = `xmlns="${MAIN}" xmlns:r="${OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac" xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" xr:uid="{7A1B9C52-0001-4B6E-9C7D-3F5E2A1D0C4B}"`;

/** Texts that cells share. One is partly bold, some have spaces that count. */
const STRINGS = [
  ...["Item code", "Product", "Department", "Subcategory", "Pack", "Stock", "RRP", "Special price", "Last delivery", "Notes"].map(
    (text) => `<si><t>${text}</t></si>`,
  ),
  "<si><t>Tins</t></si>",
  "<si><t>Beans &amp; Pulses</t></si>",
  '<si><r><rPr><b/><sz val="11"/><color theme="1"/><rFont val="Calibri"/><family val="2"/></rPr><t>Baked</t></r><r><rPr><sz val="11"/><rFont val="Calibri"/></rPr><t xml:space="preserve"> beans</t></r></si>',
  "<si><t>Jalapeños</t></si>",
  '<si><t xml:space="preserve">415 g </t></si>',
  '<si><t xml:space="preserve">Sold by_x000D_\nthe tin</t></si>',
  "<si><t>Ask for the price</t></si>",
  "<si><t>Read me first</t></si>",
];

type Cell = [column: string, style: number, inner: string, type?: string];
const row = (number: number, cells: readonly Cell[]) =>
  `<row r="${number}" spans="1:10" x14ac:dyDescent="0.25">${cells
    .map(([column, style, inner, type]) => `<c r="${column}${number}" s="${style}"${type ? ` t="${type}"` : ""}>${inner}</c>`)
    .join("")}</row>`;
const text = (column: string, place: number, style = 0): Cell => [column, style, `<v>${place}</v>`, "s"];
const number = (column: string, value: string, style = 0): Cell => [column, style, `<v>${value}</v>`];

/** Styles by their place in `cellXfs` below. */
const [BOLD, PRICE, DATE, CODE] = [1, 2, 3, 4];

const products = (price: string) =>
  [
    row(
      1,
      Array.from("ABCDEFGHIJ", (column, place) => text(column, place, BOLD)),
    ),
    row(2, [
      number("A", "1001", CODE),
      ...[text("B", 12), text("C", 10), text("D", 11), text("E", 14), number("F", "120")],
      ...[number("G", price, PRICE), number("H", "0.98999999999999999", PRICE), number("I", "45992", DATE), text("J", 15)],
    ]),
    row(3, [
      number("A", "1002", CODE),
      ...[text("B", 13), text("C", 10), ["D", 0, ""] as Cell, text("E", 14), ["F", 0, "<f>F2/10</f><v>12</v>"] as Cell],
      ...[["G", PRICE, "<f>ROUND(G2*2,2)</f><v>2.2</v>"] as Cell, ["H", PRICE, ""] as Cell, number("I", "45993.5", DATE)],
    ]),
    row(4, [
      number("A", "1003", CODE),
      ...[["B", 0, '<f>"Chick"&amp;"peas"</f><v>Chickpeas</v>', "str"] as Cell, text("C", 10), text("D", 11), number("F", "3")],
      ["G", PRICE, "<f>1/0</f><v>#DIV/0!</v>", "e"],
    ]),
    row(5, [number("A", "1004", CODE), text("B", 12), text("C", 10), text("D", 11), text("G", 16)]),
    // Formatted, but empty.
    row(
      6,
      ["A", "B", "G"].map((column): Cell => [column, PRICE, ""]),
    ),
  ].join("");

const part = (name: string, type: string) =>
  `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;

/**
 * A price list with every part that Excel writes: two sheets, shared and rich strings, formulas, styled numbers, dates and errors.
 * @param price of the first product, as Excel stores it
 */
export function excelFile(price = "1.1000000000000001"): Buffer<ArrayBuffer> {
  const sheet = (rows: string, range: string, isChosen: boolean) =>
    `${HEAD}<worksheet ${sheetAttributes}><dimension ref="${range}"/><sheetViews><sheetView${isChosen ? ' tabSelected="1"' : ""} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/><cols><col min="1" max="1" width="12.7109375" style="4" customWidth="1"/></cols><sheetData>${rows}</sheetData><autoFilter ref="A1:J5"/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`;
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (...them: string[]) => `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${them.join("")}</Relationships>`;
  return zip({
    "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part("/xl/workbook.xml", "sheet.main")}${part("/xl/worksheets/sheet1.xml", "worksheet")}${part("/xl/worksheets/sheet2.xml", "worksheet")}${part("/xl/styles.xml", "styles")}${part("/xl/sharedStrings.xml", "sharedStrings")}</Types>`,
    "_rels/.rels": relations(relation(1, "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><fileVersion appName="xl" lastEdited="7" lowestEdited="7" rupBuild="22228"/><workbookPr defaultThemeVersion="166925"/><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="12225"/></bookViews><sheets><sheet name="Price list" sheetId="1" r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/></sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'Price list'!$A$1:$J$5</definedName></definedNames><calcPr calcId="191029"/></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      ...[relation(3, "styles", "styles.xml"), relation(2, "worksheet", "worksheets/sheet2.xml")],
      ...[relation(1, "worksheet", "worksheets/sheet1.xml"), relation(4, "sharedStrings", "sharedStrings.xml")],
    ),
    "xl/worksheets/sheet1.xml": sheet(products(price), "A1:J6", true),
    "xl/worksheets/sheet2.xml": sheet(row(1, [text("A", 17)]), "A1", false),
    "xl/styles.xml": `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="44" formatCode="_-* #,##0.00\\ &quot;€&quot;_-;\\-* #,##0.00\\ &quot;€&quot;_-"/><numFmt numFmtId="164" formatCode="000000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="2"><xf numFmtId="0" fontId="0"/><xf numFmtId="9" fontId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" xfId="0"/><xf numFmtId="0" fontId="1" xfId="0" applyFont="1"/><xf numFmtId="44" fontId="0" xfId="1" applyNumberFormat="1"/><xf numFmtId="14" fontId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="0"/></styleSheet>`,
    "xl/sharedStrings.xml": `${HEAD}<sst xmlns="${MAIN}" count="29" uniqueCount="${STRINGS.length}">${STRINGS.join("")}</sst>`,
  });
}
