/** The file cannot be read: it is damaged, unpacks to too much, or is not a table. The message says which. */
export class Unreadable extends Error {}

/** Told instead of reading a file of another kind. */
export const WRONG_KIND = "This file is not a table we can read. Save it as an Excel workbook (.xlsx) or CSV file and try again.";

/** Limits the unpacked size: a small file can unpack to gigabytes. */
export async function* upTo(most: number, whole: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of whole) {
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    yield chunk;
  }
}

export const tooLarge = (most: number) =>
  new Unreadable(`The file unpacks to more than ${Math.round(most / 1024 / 1024).toLocaleString("en-US")} MB.`);
