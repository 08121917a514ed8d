// Finds the texts of the catalogue that a source file uses.
import { parseSync, Visitor, type ESTree } from "vite";
import { findWords } from "./find-words.ts";

/** What a contract says about an invalid field starts like this. */
const SAID = /^(?:must|may|needs?|can be|cannot|is|has)\b/;

/** The English texts that a file uses: those of its calls, of its tables of texts, and of its checks. */
export function usedTexts(file: string, code: string): string[] {
  const ofCalls = findWords(file, code).calls.map(({ texts }) => texts[0]!);
  const isTable = /\bText\b/.test(code) && code.includes("#words/t.ts");
  const isContract = code.includes('from "zod/mini"');
  return isTable || isContract ? [...ofCalls, ...literalsOf(file, code, isContract)] : ofCalls;
}

function literalsOf(file: string, code: string, isContract: boolean): string[] {
  const found: string[] = [];
  const tables: ESTree.Span[] = [];
  const isOfTexts = ({ start, end }: ESTree.Span) => /\bText\b/.test(code.slice(start, end));
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (!init) return;
      const type = init.type === "TSSatisfiesExpression" ? init.typeAnnotation : id.type === "Identifier" ? id.typeAnnotation : undefined;
      if (type && isOfTexts(type)) tables.push(init);
    },
    Literal({ value, start, end }) {
      if (typeof value !== "string") return;
      const isInTable = tables.some((table) => table.start <= start && table.end >= end);
      if (isInTable || (isContract && SAID.test(value))) found.push(value);
    },
  }).visit(parseSync(file, code).program);
  return found;
}
