import MarkdownIt from "markdown-it";
import type { Identity } from "#shared/face.ts";
import { localPath, splitLanguage } from "#words/language.ts";

/** Raw HTML and pictures stay text. Links lead to web pages, email addresses or pages of the shop; others stay text too. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable("image");
markdown.validateLink = isSafeLink;

const LINK = /^(?:https?:\/\/[^/\\]|mailto:[^\s]|\/(?![/\\])|#)/i;

/** Whether a page of the shop may link there. */
function isSafeLink(address: string): boolean {
  return LINK.test(address.trim());
}

markdown.renderer.rules["link_open"] = (tokens, at, options, _env, renderer) => {
  const token = tokens[at]!;
  const address = String(token.attrGet("href") ?? "");
  if (isPage(address)) token.attrSet("href", localPath(address));
  return renderer.renderToken(tokens, at, options);
};

/** Whether an address is one of the shop's pages, without a language: not a file, and not a page that is linked in Spanish already. */
function isPage(address: string): boolean {
  return /^\/(?!api\/)[^.?#]*(?:[?#]|$)/.test(address) && splitLanguage(address).spoken === "en";
}

/** Punctuation that Markdown may give a meaning. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** A text in Markdown as safe HTML. `{name}`, `{email}` and `{currency}` become the shop's, and links to its pages stay in the current language. */
export function renderText(text: string, { name, email, currency }: Pick<Identity, "name" | "email" | "currency">): string {
  const values: Record<string, string> = { name, email, currency: currency.name };
  return markdown.render(
    text.replaceAll(/\{(name|email|currency)\}/g, (_, key: string) => values[key]!.replaceAll(PUNCTUATION, String.raw`\$&`)),
  );
}
