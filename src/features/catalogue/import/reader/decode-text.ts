import { isAscii, isUtf8 } from "node:buffer";

const REPLACEMENT = "\uFFFD";

/**
 * Decodes text of an unknown encoding: UTF-8, UTF-16 with or without a byte order mark, or else Windows-1252, which Excel writes on
 * most Western computers.
 */
export async function* decodeText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decode: ((chunk: Buffer, isLast: boolean) => string) | undefined;
  for await (const chunk of bytes) {
    decode ??= decoderFor(chunk);
    const text = decode(chunk, false);
    if (text) yield text;
  }
  const rest = decode?.(Buffer.alloc(0), true);
  if (rest) yield rest;
}

function decoderFor(head: Buffer): (chunk: Buffer, isLast: boolean) => string {
  const wide = utf16Of(head);
  if (!wide) return utf8OrWindows();
  const decoder = new TextDecoder(wide);
  return (chunk, isLast) => decoder.decode(chunk, { stream: !isLast });
}

/** Tells UTF-16 by its byte order mark or, since most characters of a table are ASCII, by the zeros in every other byte. */
function utf16Of(head: Buffer): "utf-16le" | "utf-16be" | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const some = head.subarray(0, 1000);
  const zeros = [0, 0];
  some.forEach((byte, place) => (zeros[place % 2]! += byte === 0 ? 1 : 0));
  const [even, odd] = zeros as [number, number]; // two entries, see above
  if (odd > some.length / 4 && even < some.length / 20) return "utf-16le";
  if (even > some.length / 4 && odd < some.length / 20) return "utf-16be";
  return undefined;
}

/** Decides at the first part that is not plain ASCII. A few bad bytes between valid ones do not make UTF-8 something else. */
function utf8OrWindows(): (chunk: Buffer, isLast: boolean) => string {
  let known: "utf-8" | "windows-1252" | undefined;
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  return (chunk, isLast) => {
    const joined = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = isLast ? joined.length : joined.length - unfinished(joined);
    rest = joined.subarray(end);
    let part = joined.subarray(0, end);
    if (isFirst && part.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) {
      known = "utf-8";
      part = part.subarray(3);
    }
    isFirst &&= part.length === 0;
    if (!known && isAscii(part)) return part.toString("latin1");
    known ??= isUtf8(part) || isMostlyUtf8(part) ? "utf-8" : "windows-1252";
    return known === "utf-8" ? part.toString("utf8") : new TextDecoder(known).decode(part);
  };
}

/** The bytes of a character that continues in the next part. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString("utf8");
  let [good, bad] = [0, 0];
  for (const sign of text) {
    if (sign === REPLACEMENT) bad++;
    else if (sign > "\u007F") good++;
  }
  return good >= bad;
}
