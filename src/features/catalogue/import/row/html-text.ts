import { Parser } from "htmlparser2";

/** Tags that begin on a line of their own. */
const BLOCKS = new Set(
  "address article aside blockquote dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul".split(
    " ",
  ),
);
/** Tags whose content is not text for people. */
const UNSEEN = new Set("script style template noscript iframe object head title svg math textarea select".split(" "));
/** What only HTML has: a closing tag, a tag of a paragraph or line, a named character. */
const HTML =
  /<\/[a-z][a-z0-9]*\s*>|<(?:br|p|ul|ol|li|div|span|b|i|strong|em|img|h[1-6])(?:\s[^<>]*)?\/?>|&(?:nbsp|amp|lt|gt|quot|#\d{1,6}|#x[\da-f]{1,6});/i;

export const looksLikeHtml = (text: string) => HTML.test(text);

/** Longer HTML is cut: a description has 20,000 characters at most. */
const LONGEST = 200_000;

/** Turns HTML into text: paragraphs and lists become lines, everything that is not text is left out. */
export function htmlToText(html: string): string {
  const lines: string[] = [];
  let line = "";
  let unseen = 0;
  const endLine = () => {
    lines.push(line.trim());
    line = "";
  };
  const endBlock = (name: string) => {
    if (line.trim() !== "") endLine();
    if (/^(?:p|h\d|ul|ol)$/.test(name) && (lines.at(-1) ?? "") !== "") lines.push("");
  };
  const parser = new Parser({
    onopentag(name) {
      if (UNSEEN.has(name)) unseen++;
      else if (name === "br") endLine();
      else if (BLOCKS.has(name)) endBlock(name);
      if (name === "li") line = "- ";
      else if (name === "td" || name === "th") line += " ";
    },
    ontext(piece) {
      if (unseen === 0) line += piece.replaceAll(/[\s\u00A0]+/g, " ");
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
      else if (BLOCKS.has(name)) endBlock(name);
    },
  });
  parser.end(html.slice(0, LONGEST));
  endLine();
  return lines
    .map((text) => text.replaceAll(/ {2,}/g, " "))
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
