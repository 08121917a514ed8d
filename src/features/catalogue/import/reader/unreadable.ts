import { t } from "#words/t.ts";
/** The file cannot be read: it is damaged, unpacks to too much, or is not a table. The message says which. */
export class Unreadable extends Error {}

/** The message for a file of another kind. */
export const wrongKind = () => t("This file is not a table we can read. Save it as an Excel workbook (.xlsx) or CSV file and try again.");

/** Limits the unpacked size: a small file can unpack to gigabytes. */
export async function* upTo(most: number, whole: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of whole) {
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    yield chunk;
  }
}

const MEGABYTE = 1024 * 1024;
const inWords = (bytes: number) => (bytes < 1024 * MEGABYTE ? `${bytes / MEGABYTE} MB` : `${bytes / MEGABYTE / 1024} GB`);

export const tooLarge = (most: number) =>
  new Unreadable(
    t("The file unpacks to more than {size}. Split it, or remove columns that the shop does not need.", { size: inWords(most) }),
  );
