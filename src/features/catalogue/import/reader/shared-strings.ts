import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { tooLarge } from "./unreadable.ts";

/** Bytes written and read at once. */
const BLOCK = 256 * 1024;
/** Texts written at once, which may all be empty. */
const TEXTS = 4096;
/** Bytes that each text counts for, at least: an empty one is five bytes of the file, but its place is held in memory. */
const LEAST = 64;

/** The texts that a workbook's cells share, in a temporary file: there may be more of them than fits in memory. */
export class SharedStrings {
  readonly #file: number;
  readonly #most: number;
  #count = 0;
  #bytes = 0;
  /** Where each text ends in the file, some thousand in each part. */
  readonly #ends: Float64Array[] = [];
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #written = 0;
  #block: Buffer = Buffer.alloc(0);
  #blockAt = 0;

  /** @param most bytes that all texts may have */
  constructor(path: string, most: number) {
    this.#file = openSync(path, "wx+", 0o600);
    this.#most = most;
  }

  /** @throws Unreadable */
  add(text: string): void {
    const bytes = Buffer.from(text);
    if (this.#count * LEAST > this.#most) throw tooLarge(this.#most);
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#bytes += bytes.length;
    const place = this.#count++ % TEXTS;
    if (place === 0) this.#ends.push(new Float64Array(TEXTS));
    this.#ends.at(-1)![place] = this.#bytes;
    if (this.#pendingBytes >= BLOCK || this.#pending.length >= TEXTS) this.#flush();
  }

  /** The text at a place, starting with 0; empty if there is none. */
  read(place: number): string {
    if (!Number.isInteger(place) || place < 0 || place >= this.#count) return "";
    const [start, end] = [place === 0 ? 0 : this.#end(place - 1), this.#end(place)];
    this.#flush();
    if (start < this.#blockAt || end > this.#blockAt + this.#block.length) this.#load(start, end);
    return this.#block.toString("utf8", start - this.#blockAt, end - this.#blockAt);
  }

  close(): void {
    closeSync(this.#file);
  }

  #end(place: number): number {
    return this.#ends[Math.floor(place / TEXTS)]![place % TEXTS]!;
  }

  /** Neighboring texts are usually read next. */
  #load(start: number, end: number): void {
    const block = Buffer.alloc(Math.max(BLOCK, end - start));
    const length = readSync(this.#file, block, 0, block.length, start);
    this.#block = block.subarray(0, length);
    this.#blockAt = start;
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    this.#written += writeSync(this.#file, Buffer.concat(this.#pending), 0, undefined, this.#written);
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
