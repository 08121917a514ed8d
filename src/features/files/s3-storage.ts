import { AwsClient } from "aws4fetch";
import type { S3Config } from "#server/settings/s3-settings.ts";
import { WIDTHS } from "./rules.ts";
import type { Storage, StoredPicture } from "./storage.ts";

/** Time limit per file; failures of the storage are retried this many times. */
const WITHIN_MS = 10_000;
const RETRIES = 2;

/** Pictures in a bucket: `images/<key>/<width>.webp`, the same layout as on disk. */
export class S3Storage implements Storage {
  readonly #client: AwsClient;
  readonly #root: string;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: RETRIES });
    // Path-style URLs, which every S3-compatible storage supports.
    this.#root = `${endpoint}/${bucket}/images`;
  }

  /** Nobody requests a picture before its upload has finished, so its files need not appear at once. */
  async put({ key, files }: StoredPicture): Promise<void> {
    const headers = { "content-type": "image/webp" };
    await Promise.all([...files].map(([width, bytes]) => this.#ask("PUT", key, `${width}.webp`, { body: new Uint8Array(bytes), headers })));
  }

  async read(key: string, file: string): Promise<Buffer | undefined> {
    const answer = await this.#ask("GET", key, file);
    return answer && Buffer.from(await answer.arrayBuffer());
  }

  async remove(key: string): Promise<void> {
    await Promise.all(WIDTHS.map((width) => this.#ask("DELETE", key, `${width}.webp`)));
  }

  /** @returns undefined if the file doesn't exist */
  async #ask(method: string, key: string, file: string, more: RequestInit = {}): Promise<Response | undefined> {
    const answer = await this.#client.fetch(`${this.#root}/${key}/${file}`, { ...more, method, signal: AbortSignal.timeout(WITHIN_MS) });
    if (answer.ok) return answer;
    const why = await answer.text();
    const isMissing = answer.status === 404 && !why.includes("NoSuchBucket");
    if (isMissing && method !== "PUT") return undefined;
    throw new Error(
      `The storage of pictures answered ${answer.status} to ${method}: ${/<Code>(\w+)<\/Code>/.exec(why)?.[1] ?? "no reason"}`,
    );
  }
}
