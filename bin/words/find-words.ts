// Finds the calls of `t`, `plural` and `rich` in a source file.
import { parseSync, Visitor, type ESTree } from "vite";

/** A call that stands for a text. */
export interface WordCall {
  kind: "t" | "plural" | "rich";
  start: number;
  end: number;
  /** The English text; for a plural its two forms. */
  texts: string[];
  /** Where the texts stand. */
  literals: { start: number; end: number }[];
  /** What replaces the names in braces, by name; undefined for an argument that is not written as an object. */
  values: Map<string, { start: number; end: number }> | undefined;
  /** It runs while the module loads. */
  atLoad: boolean;
}

const MODULES: Record<string, string> = { "#words/t.ts": "", "#words/rich.ts": "" };
const KINDS = new Set(["t", "plural", "rich"]);

/** The calls of a file, outer ones first, and the import declarations of what makes them. @throws Error if a text is not a plain literal */
export function findWords(file: string, code: string): { calls: WordCall[]; imports: { start: number; end: number }[] } {
  const calls: WordCall[] = [];
  const imports: { start: number; end: number }[] = [];
  if (!code.includes("#words/")) return { calls, imports };
  const known = new Set<string>();
  let depth = 0;
  const enter = () => void depth++;
  const leave = () => void depth--;
  const { program } = parseSync(file, code);
  for (const statement of program.body) {
    if (statement.type !== "ImportDeclaration" || !(statement.source.value in MODULES)) continue;
    imports.push({ start: statement.start, end: statement.end });
    for (const { local } of statement.specifiers) if (KINDS.has(local.name)) known.add(local.name);
  }
  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    CallExpression(node) {
      if (node.callee.type !== "Identifier" || !known.has(node.callee.name)) return;
      const kind = node.callee.name as WordCall["kind"];
      const at = `${file}:${code.slice(0, node.start).split("\n").length}`;
      const literals = kind === "plural" ? node.arguments.slice(1, 3) : node.arguments.slice(0, 1);
      const texts = literals.map((literal) => {
        const text = literal.type === "Literal" ? literal.value : literal.type === "TemplateLiteral" && plain(literal);
        if (typeof text !== "string") throw new Error(`${at}: ${kind} needs its text as a plain literal`);
        return text;
      });
      calls.push({ kind, start: node.start, end: node.end, texts, literals, values: valuesOf(node.arguments), atLoad: depth === 0 });
    },
  }).visit(program);
  return { calls: calls.sort((a, b) => a.start - b.start), imports };
}

function plain({ quasis }: ESTree.TemplateLiteral): string | null {
  return quasis.length === 1 ? quasis[0]!.value.cooked : null;
}

function valuesOf(words: ESTree.CallExpression["arguments"]): WordCall["values"] {
  const object = words.at(-1);
  if (object?.type !== "ObjectExpression") return undefined;
  const found = new Map<string, { start: number; end: number }>();
  for (const field of object.properties) {
    if (field.type !== "Property" || field.key.type !== "Identifier") return undefined;
    found.set(field.key.name, { start: field.value.start, end: field.value.end });
  }
  return found;
}
