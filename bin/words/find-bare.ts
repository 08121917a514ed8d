// Finds English text for people that is not in the catalogue.
import { parseSync, type ESTree } from "vite";
import { findWords } from "./find-words.ts";

/** Attributes and fields that hold text for people, whatever their words. */
const FOR_PEOPLE = new Set([
  "label",
  "title",
  "placeholder",
  "alt",
  "aria-label",
  "hint",
  "heading",
  "caption",
  "message",
  "confirm",
  "note",
]);
/** Calls whose arguments only developers read. */
const FOR_DEVELOPERS = /^(console\.\w+|logFailure|.*\blog\.\w+|.*\.describe|describe|endpoint|note|debug)$/;
const LETTERS = /\p{L}{2,}/u;
/** Starts like a sentence and has several words, or an end. The header of a token is for the server. */
const SENTENCE = /^(?!Bearer )[A-Z¿¡“](?=.*[a-z])(?:.*\s|.*[.…?:]$)/s;

/** The words of a template, with a number for each value. */
const between = ({ quasis }: ESTree.TemplateLiteral) => quasis.map(({ value }) => value.cooked).join("0");

/** Where English text stands bare in a file, as `line: text`. */
export function findBare(file: string, code: string): string[] {
  const found: string[] = [];
  const { calls } = findWords(file, code);
  const isInCatalogue = ({ start, end }: ESTree.Span) =>
    calls.some(({ literals }) => literals.some((one) => one.start <= start && one.end >= end));
  const add = (node: ESTree.Span, text: string) => {
    if (isInCatalogue(node)) return;
    found.push(`${code.slice(0, node.start).split("\n").length}: ${text.trim().replaceAll(/\s+/g, " ")}`);
  };
  const sourceOf = (node: ESTree.Span) => code.slice(node.start, node.end);
  const visit = (node: ESTree.Node, field: string): void => {
    if (node.type.startsWith("TS") && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return;
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "TaggedTemplateExpression":
        return;
      case "BinaryExpression":
        if (/^[=!]=/.test(node.operator)) return;
        break;
      case "NewExpression":
        if (/Error$|^Intl|^RegExp/.test(sourceOf(node.callee)) && !/CallError|Refusal|StartError/.test(sourceOf(node.callee))) return;
        break;
      case "CallExpression":
        if (FOR_DEVELOPERS.test(sourceOf(node.callee))) return;
        break;
      case "JSXText":
        if (LETTERS.test(node.value.replaceAll(/&\w+;/g, ""))) add(node, node.value);
        return;
      case "JSXAttribute":
        return visitValue(node.value, node.name.type === "JSXIdentifier" ? node.name.name : "");
      case "Property":
        if (node.value.type === "Literal") return visitValue(node.value, node.key.type === "Identifier" ? node.key.name : "");
        return visit(node.value, "value");
      case "TemplateLiteral": {
        const text = between(node);
        if (SENTENCE.test(text) && LETTERS.test(text)) add(node, text);
        break;
      }
      case "Literal":
        return visitValue(node, field);
    }
    for (const [name, value] of Object.entries(node)) {
      if (name === "parent") continue;
      for (const child of Array.isArray(value) ? value : [value]) if (child && typeof child.type === "string") visit(child, name);
    }
  };
  const visitValue = (node: ESTree.Node | null, field: string): void => {
    if (!node) return;
    if (node.type === "JSXExpressionContainer" && node.expression.type === "TemplateLiteral" && FOR_PEOPLE.has(field)) {
      const text = between(node.expression);
      if (LETTERS.test(text)) return add(node, text);
    }
    if (node.type !== "Literal") return visit(node, field);
    if (typeof node.value !== "string" || field === "className") return;
    if (SENTENCE.test(node.value) || (FOR_PEOPLE.has(field) && /^[A-Z]/.test(node.value) && LETTERS.test(node.value)))
      add(node, node.value);
  };
  for (const statement of parseSync(file, code).program.body) visit(statement, "");
  return found;
}
