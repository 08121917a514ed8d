import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { cipherOf, newRecipe } from "./cipher.ts";
import { readAll } from "./stored-files.ts";

const recipe = { ...newRecipe(), N: 2 ** 14 };
const cipher = await cipherOf("correct horse battery", recipe);

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const encrypt = (bytes: Buffer, size = 5000) => readAll(cipher.encrypt("a")(pieces(bytes, size)));
const decrypt = (bytes: Buffer, name = "a", by = cipher) => readAll(by.decrypt(name)(pieces(bytes, 7001)));

const CHUNK = 64 * 1024;
test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 200_001])("%i bytes come back as they were", async (length) => {
  const bytes = randomBytes(length);
  for (const size of [1000, CHUNK, 150_000]) expect((await decrypt(await encrypt(bytes, size))).equals(bytes)).toBe(true);
});

test("the same bytes never look the same twice", async () => {
  const bytes = Buffer.alloc(1000);
  expect((await encrypt(bytes)).equals(await encrypt(bytes))).toBe(false);
});

test("a wrong passphrase, another file's name, and any change are refused", async () => {
  const stored = await encrypt(randomBytes(3 * CHUNK));
  const other = await cipherOf("another passphrase", recipe);
  await expect(decrypt(stored, "a", other)).rejects.toThrow("passphrase is wrong");
  await expect(decrypt(stored, "b")).rejects.toThrow("can't be decrypted");
  for (const at of [0, 40, CHUNK + 100, stored.length - 1]) {
    const changed = Buffer.from(stored);
    changed[at]! ^= 1;
    await expect(decrypt(changed)).rejects.toThrow("can't be decrypted");
  }
});

test("a file that was cut anywhere, even between two chunks, is refused, and so are chunks in another order", async () => {
  const stored = await encrypt(randomBytes(3 * CHUNK));
  const whole = CHUNK + 16;
  for (const length of [0, 10, 32, 40, 32 + whole, 32 + 2 * whole, stored.length - 1])
    await expect(decrypt(stored.subarray(0, length))).rejects.toThrow(/cut off|can't be decrypted/);
  const [head, first, second, rest] = [
    stored.subarray(0, 32),
    stored.subarray(32, 32 + whole),
    stored.subarray(32 + whole, 32 + 2 * whole),
    stored.subarray(32 + 2 * whole),
  ];
  await expect(decrypt(Buffer.concat([head, second, first, rest]))).rejects.toThrow("can't be decrypted");
});
