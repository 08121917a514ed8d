import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { BackupError } from "./backup-error.ts";

/** What a reader needs besides the passphrase; stored unencrypted. */
export const keyRecipe = z.object({
  cipher: z.literal("AES-256-GCM in chunks of 64 KiB"),
  kdf: z.literal("scrypt"),
  salt: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  /** Bounded, because whoever can change the file could otherwise use up the memory. */
  N: z.int().check(z.gte(2 ** 14), z.lte(2 ** 20)),
  r: z.int().check(z.gte(1), z.lte(16)),
  p: z.int().check(z.gte(1), z.lte(4)),
});
export type KeyRecipe = z.output<typeof keyRecipe>;

export const newRecipe = (): KeyRecipe => ({
  cipher: "AES-256-GCM in chunks of 64 KiB",
  kdf: "scrypt",
  salt: randomBytes(16).toString("hex"),
  N: 2 ** 17,
  r: 8,
  p: 1,
});

const CHUNK = 64 * 1024;
const TAG = 16;
const SALT = 32;
const KEY = 32;

/** Encrypts and decrypts the files of one backup. */
export interface Cipher {
  /** Each file has its own key, bound to its name, so files can't be exchanged. */
  readonly encrypt: (name: string) => (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;
  /** Throws a {@link BackupError} when the passphrase is wrong or anything was changed, cut or appended. */
  readonly decrypt: (name: string) => (source: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;
}

/**
 * A file is a random salt followed by chunks, each encrypted and authenticated with its number and whether it is the last. So chunks can be
 * neither reordered nor left out, not even at the end.
 */
export async function cipherOf(passphrase: string, { salt, N, r, p }: KeyRecipe): Promise<Cipher> {
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
  const master = await derive(passphrase.normalize("NFKC"), Buffer.from(salt, "hex"), KEY, { N, r, p, maxmem: 256 * N * r });
  const keyOf = (name: string, fileSalt: Buffer) => Buffer.from(hkdfSync("sha256", master, fileSalt, name, KEY));
  return {
    encrypt: (name) =>
      async function* encrypt(source) {
        const fileSalt = randomBytes(SALT);
        const key = keyOf(name, fileSalt);
        yield fileSalt;
        let n = 0;
        for await (const { bytes, isLast } of inChunks(source, CHUNK)) {
          const cipher = createCipheriv("aes-256-gcm", key, nonce(n++, isLast));
          yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
        }
      },
    decrypt: (name) =>
      async function* decrypt(source) {
        const { first, rest } = await splitOff(source, SALT);
        const key = keyOf(name, first);
        let n = 0;
        for await (const { bytes, isLast } of inChunks(rest, CHUNK + TAG)) {
          if (bytes.length < TAG) throw new BackupError(`${name} is cut off.`);
          const decipher = createDecipheriv("aes-256-gcm", key, nonce(n++, isLast));
          decipher.setAuthTag(bytes.subarray(-TAG));
          const plain = decipher.update(bytes.subarray(0, -TAG));
          try {
            decipher.final();
          } catch {
            throw new BackupError(`${name} can't be decrypted: the passphrase is wrong, or the file was changed.`);
          }
          yield plain;
        }
      },
  };
}

function nonce(n: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(n, 5, 6);
  bytes.writeUInt8(isLast ? 1 : 0, 11);
  return bytes;
}

/** Chunks of the same size; only the last may be shorter, even empty. */
async function* inChunks(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    parts.push(part);
    length += part.length;
    if (length <= size) continue;
    const all = Buffer.concat(parts, length);
    let at = 0;
    for (; length - at > size; at += size) yield { bytes: all.subarray(at, at + size), isLast: false };
    parts = [all.subarray(at)];
    length -= at;
  }
  yield { bytes: Buffer.concat(parts, length), isLast: true };
}

async function splitOff(source: AsyncIterable<Buffer>, size: number): Promise<{ first: Buffer; rest: AsyncIterable<Buffer> }> {
  const parts = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < size) {
    const { value, done } = await parts.next();
    if (done) throw new BackupError("The file is cut off.");
    head = Buffer.concat([head, value]);
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield head.subarray(size);
    yield* { [Symbol.asyncIterator]: () => parts };
  }
  return { first: head.subarray(0, size), rest: rest() };
}
