import { AwsClient } from "aws4fetch";
import type { S3Config } from "#server/settings/s3-settings.ts";
import { WIDTHS } from "./rules.ts";
import type { Storage, StoredPicture } from "./storage.ts";

/** Longest time one file takes; a failure of the storage itself is tried again this often. */
const WITHIN_MS = 10_000;
const RETRIES = 2;

/** Pictures in a bucket: `images/<key>/<width>.webp`, as they lie on the disk. */
export class S3Storage implements Storage {
  readonly #client: AwsClient;
  readonly #root: string;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: RETRIES });
    // By path: every storage that speaks S3 understands that.
    this.#root = `${endpoint}/${bucket}/images`;
  }

  /** Nobody asks for a picture before its upload is answered, so its files may come one by one. */
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

  /** @returns undefined where there is no such file */
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
