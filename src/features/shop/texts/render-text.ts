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

/** A text in Markdown as safe HTML. `{name}`, `{email}` and `{currency}` become the shop's. */
export function renderText(text: string, { name, email, currency }: Pick<Identity, "name" | "email" | "currency">): string {
  const values: Record<string, string> = { name, email, currency: currency.name };
  return markdown.render(
    text.replaceAll(/\{(name|email|currency)\}/g, (_, key: string) => values[key]!.replaceAll(PUNCTUATION, String.raw`\$&`)),
  );
}
