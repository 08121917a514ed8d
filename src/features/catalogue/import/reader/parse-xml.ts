import { t } from "#words/t.ts";
import { Parser } from "htmlparser2";
import { Unreadable } from "./unreadable.ts";

/** What to do with the parts of an XML document. Names are without their prefix. */
export interface XmlHandlers {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Most characters of one tag. */
const LONGEST_TAG = 1_000_000;

/** Bytes that are parsed at once: a workbook's cells may share a long text, so that a few bytes stand for thousands of characters. */
const PIECE = 4096;

/** Deepest nesting of tags: a workbook needs ten, and the parser slows down with their square. */
const DEEPEST = 100;

/** Parses XML piece by piece; after each one, yields what `taken` returns. Entities other than XML's own are not expanded. */
export async function* parseXml<T>(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers, taken: () => T): AsyncGenerator<T> {
  /** Characters since the parser last understood something: a tag that never ends would fill the memory. */
  let silent = 0;
  const heard = () => (silent = 0);
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        heard();
        if (++depth > DEEPEST) throw new Unreadable(t("The file is damaged: tags are nested too deeply."));
        handlers.open?.(bare(name), attributes);
      },
      ontext(text) {
        heard();
        handlers.text?.(text);
      },
      onclosetag(name) {
        heard();
        depth--;
        handlers.close?.(bare(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new TextDecoder("utf-8");
  for await (const chunk of bytes) {
    silent += chunk.length;
    if (silent > LONGEST_TAG + chunk.length) throw new Unreadable(t("The file is damaged: a tag has no end."));
    for (let at = 0; at < chunk.length; at += PIECE) {
      parser.write(decoder.decode(chunk.subarray(at, at + PIECE), { stream: true }));
      yield taken();
    }
  }
  parser.end(decoder.decode());
}

export async function readXml(bytes: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  for await (const _ of parseXml(bytes, handlers, () => undefined));
}

const bare = (name: string) => name.slice(name.indexOf(":") + 1);
