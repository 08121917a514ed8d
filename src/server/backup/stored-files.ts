import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { BackupError } from "./backup-error.ts";
import type { Cipher } from "./cipher.ts";
import type { StoredFile } from "./manifest.ts";
import type { Repository } from "./repository.ts";

const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/** Writes and reads the files of one backup: compressed, then encrypted if there is a cipher. */
export class StoredFiles {
  readonly #repository: Repository;
  readonly #cipher: Cipher | undefined;

  constructor(repository: Repository, cipher: Cipher | undefined) {
    this.#repository = repository;
    this.#cipher = cipher;
  }

  /** The name under which a file is stored. */
  nameOf(name: string, compress: boolean): string {
    return `${name}${compress ? ".zst" : ""}${this.#cipher ? ".enc" : ""}`;
  }

  /** @param source - streams are passed on as they are, so that their errors are caught even before they are read */
  async write(
    name: string,
    source: Iterable<Buffer> | AsyncIterable<Buffer>,
    { compress = true, signal }: { compress?: boolean; signal?: AbortSignal } = {},
  ): Promise<StoredFile> {
    const stored = this.nameOf(name, compress);
    const meter = new Meter();
    const { encrypt } = this.#cipher ?? { encrypt: () => pass };
    const write = async (bytes: AsyncIterable<Buffer>) => this.#repository.write(stored, bytes);
    const from = source instanceof Readable ? source : Readable.from(source);
    const options = signal ? { signal } : {};
    if (compress) await pipeline(from, createZstdCompress(ZSTD), encrypt(stored), meter.count, write, options);
    else await pipeline(from, encrypt(stored), meter.count, write, options);
    return { name: stored, ...meter.total() };
  }

  /** Like {@link read}, for a file whose size and hash are not recorded anywhere. An encrypted one is authenticated all the same. */
  async readUnlisted(name: string, use: (content: AsyncIterable<Buffer>) => Promise<void>): Promise<void> {
    await this.#open(name, new Meter(), use);
  }

  /** Hands the content to `use`. @throws BackupError unless all of it is as it was written */
  async read(file: StoredFile, use: (content: AsyncIterable<Buffer>) => Promise<void>): Promise<void> {
    const meter = new Meter();
    await this.#open(file.name, meter, use);
    this.#compare(file, meter);
  }

  async #open(name: string, meter: Meter, use: (content: AsyncIterable<Buffer>) => Promise<void>): Promise<void> {
    const { decrypt } = this.#cipher ?? { decrypt: () => pass };
    const source = Readable.from(await this.#repository.read(name));
    if (/\.zst(\.enc)?$/.test(name)) await pipeline(source, meter.count, decrypt(name), createZstdDecompress(), use);
    else await pipeline(source, meter.count, decrypt(name), use);
  }

  /** Reads a file without decrypting it. @throws BackupError if it is missing, cut or changed */
  async verify(file: StoredFile): Promise<void> {
    const meter = new Meter();
    await pipeline(Readable.from(await this.#repository.read(file.name)), meter.count, async (bytes) => {
      for await (const _part of bytes);
    });
    this.#compare(file, meter);
  }

  #compare(file: StoredFile, meter: Meter): void {
    const { bytes, sha256 } = meter.total();
    if (bytes !== file.bytes) throw new BackupError(`${file.name} is damaged: it has ${bytes} bytes instead of ${file.bytes}.`);
    if (sha256 !== file.sha256) throw new BackupError(`${file.name} is damaged: its SHA-256 is not the one it was written with.`);
  }
}

/** All of a small file. */
export async function readAll(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

/** Counts and hashes what passes through. */
class Meter {
  readonly #hash = createHash("sha256");
  #bytes = 0;

  readonly count = async function* (this: Meter, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of source) {
      this.#bytes += part.length;
      this.#hash.update(part);
      yield part;
    }
  }.bind(this);

  total(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}

async function* pass(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source;
}

/** The content of a file that is all there. */
export async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
