import { AwsClient } from "aws4fetch";
import { signingTime } from "#server/db/clock.ts";
import { refuse } from "#server/http/errors.ts";
import type { S3Config } from "#server/settings/s3-settings.ts";
import { t } from "#words/t.ts";
import { WIDTHS } from "./rules.ts";
import type { Storage, StoredPicture } from "./storage.ts";

/** Time limit per file; failures of the storage are retried this many times. */
const WITHIN_MS = 10_000;
const RETRIES = 2;

const unavailable = () => refuse.unavailable(t("Pictures aren't available right now. Please try again in a moment."));

/** Pictures in a bucket: `images/<key>/<width>.webp`, the same layout as on disk. */
export class S3Storage implements Storage {
  readonly #client: AwsClient;
  readonly #root: string;
  readonly #withinMs: number;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config, withinMs = WITHIN_MS) {
    this.#withinMs = withinMs;
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
    return this.#ask("GET", key, file);
  }

  async remove(key: string): Promise<void> {
    await Promise.all(WIDTHS.map((width) => this.#ask("DELETE", key, `${width}.webp`)));
  }

  /**
   * @returns the body, or undefined if the file doesn't exist
   * @throws Refusal 503 when the storage is slow or busy
   */
  async #ask(method: string, key: string, file: string, more: RequestInit = {}): Promise<Buffer | undefined> {
    const signal = AbortSignal.timeout(this.#withinMs);
    const asking = { ...more, method, signal, aws: { datetime: signingTime() } };
    const { answer, body } = await this.#read(`${this.#root}/${key}/${file}`, asking).catch((error: unknown) => {
      throw signal.aborted ? unavailable() : error;
    });
    if (answer.ok) return body;
    if (answer.status === 429 || answer.status >= 500) throw unavailable();
    const why = body.toString();
    const isMissing = answer.status === 404 && !why.includes("NoSuchBucket");
    if (isMissing && method !== "PUT") return undefined;
    throw new Error(
      `The storage of pictures answered ${answer.status} to ${method}: ${/<Code>(\w+)<\/Code>/.exec(why)?.[1] ?? "no reason"}`,
    );
  }

  /** The time limit holds for the body too. */
  async #read(url: string, asking: Parameters<AwsClient["fetch"]>[1]): Promise<{ answer: Response; body: Buffer }> {
    const answer = await this.#client.fetch(url, asking);
    return { answer, body: Buffer.from(await answer.arrayBuffer()) };
  }
}
