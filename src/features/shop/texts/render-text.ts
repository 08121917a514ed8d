import MarkdownIt from "markdown-it";
import type { Identity } from "#shared/face.ts";

/** Raw HTML and pictures stay text. Links lead to web pages, email addresses or pages of the shop; others stay text, too. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable("image");
markdown.validateLink = isSafeLink;

const LINK = /^(?:https?:\/\/[^/\\]|mailto:[^\s]|\/(?![/\\])|#)/i;

/** Whether a page of the shop may link there. */
function isSafeLink(address: string): boolean {
  return LINK.test(address.trim());
}

/** Punctuation that Markdown may give a meaning. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** A text in Markdown as safe HTML. `{name}` and `{email}` become the shop's. */
export function renderText(text: string, { name, email }: Pick<Identity, "name" | "email">): string {
  const values: Record<string, string> = { name, email };
  return markdown.render(text.replaceAll(/\{(name|email)\}/g, (_, key: string) => values[key]!.replaceAll(PUNCTUATION, String.raw`\$&`)));
}
