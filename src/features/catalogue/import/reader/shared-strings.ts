import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** Bytes written and read at once. */
const BLOCK = 256 * 1024;

/** The texts that a workbook's cells share, in a temporary file: there may be more of them than fits in memory. */
export class SharedStrings {
  readonly #file: number;
  /** Where each text begins in the file, and where the last one ends. */
  readonly #starts = [0];
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #written = 0;
  #block: Buffer = Buffer.alloc(0);
  #blockAt = 0;

  constructor(path: string) {
    this.#file = openSync(path, "wx+", 0o600);
  }

  add(text: string): void {
    const bytes = Buffer.from(text);
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#starts.push(this.#starts.at(-1)! + bytes.length);
    if (this.#pendingBytes >= BLOCK) this.#flush();
  }

  /** The text at a place, starting with 0; empty if there is none. */
  read(place: number): string {
    const [start, end] = [this.#starts[place], this.#starts[place + 1]];
    if (start === undefined || end === undefined) return "";
    this.#flush();
    if (start < this.#blockAt || end > this.#blockAt + this.#block.length) this.#load(start, end);
    return this.#block.toString("utf8", start - this.#blockAt, end - this.#blockAt);
  }

  close(): void {
    closeSync(this.#file);
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
