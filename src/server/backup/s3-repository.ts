import { AwsClient } from "aws4fetch";
import { signingTime } from "../db/clock.ts";
import { BackupError } from "./backup-error.ts";
import type { Repository } from "./repository.ts";

/** How to reach an S3-compatible storage, apart from the bucket. */
export interface S3Access {
  /** Without a trailing slash. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Larger files are sent in parts of this size, at most 10,000 of them. */
const PART = 16 * 1024 * 1024;
const RETRIES = 4;
/** Longest time that one part may take. */
const WITHIN_MS = 120_000;

/** A prefix in a bucket. */
export class S3Repository implements Repository {
  readonly #client: AwsClient;
  readonly #bucketUrl: string;
  readonly #bucket: string;
  /** Empty, or with a slash at the end. */
  readonly #prefix: string;

  private constructor(client: AwsClient, bucketUrl: string, bucket: string, prefix: string) {
    this.#client = client;
    this.#bucketUrl = bucketUrl;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  static open(address: string, { endpoint, region, accessKeyId, secretAccessKey }: S3Access): S3Repository {
    const [, bucket, path = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(address) ?? [];
    if (!bucket) throw new BackupError(`${address} is not an address such as s3://bucket/folder.`);
    const prefix = path.replace(/\/*$/, path ? "/" : "");
    const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: RETRIES });
    return new S3Repository(client, `${endpoint}/${bucket}`, bucket, prefix);
  }

  get address(): string {
    return `s3://${this.#bucket}/${this.#prefix}`.replace(/\/$/, "");
  }

  async write(name: string, source: AsyncIterable<Buffer>): Promise<void> {
    let upload: string | undefined;
    const tags: string[] = [];
    try {
      let parts: Buffer[] = [];
      let length = 0;
      const send = async () => {
        upload ??= tagOf(await this.#text("POST", name, "?uploads"), "UploadId");
        const query = `?partNumber=${tags.length + 1}&uploadId=${encodeURIComponent(upload)}`;
        const { headers } = await this.#ask("PUT", name, query, Buffer.concat(parts, length));
        tags.push(headers.get("etag") ?? "");
        parts = [];
        length = 0;
      };
      for await (const bytes of source) {
        parts.push(bytes);
        length += bytes.length;
        if (length >= PART) await send();
      }
      if (!upload) return void (await this.#text("PUT", name, "", Buffer.concat(parts, length)));
      if (length > 0) await send();
      const list = tags.map((tag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join("");
      const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
      const done = await this.#text("POST", name, `?uploadId=${encodeURIComponent(upload)}`, body);
      // The storage may report a failure after it has begun to answer 200.
      if (done.includes("<Error>")) throw new BackupError(`The bucket did not accept ${name}: ${codeIn(done)}`);
    } catch (error) {
      if (upload) await this.#ask("DELETE", name, `?uploadId=${encodeURIComponent(upload)}`).catch(() => {});
      throw error;
    }
  }

  async read(name: string): Promise<AsyncIterable<Buffer>> {
    const { body } = await this.#ask("GET", name);
    return buffersOf(body);
  }

  async has(name: string): Promise<boolean> {
    const list = await this.#list(`&prefix=${encodeURIComponent(this.#prefix + name)}`);
    return list.files.includes(this.#prefix + name);
  }

  async folders(): Promise<string[]> {
    const { folders } = await this.#list(`&delimiter=%2F&prefix=${encodeURIComponent(this.#prefix)}`);
    return folders.map((path) => path.slice(this.#prefix.length).replace(/\/$/, ""));
  }

  async files(): Promise<string[]> {
    const { files } = await this.#list(`&prefix=${encodeURIComponent(this.#prefix)}`);
    return files.map((path) => path.slice(this.#prefix.length));
  }

  folder(name: string): Repository {
    return new S3Repository(this.#client, this.#bucketUrl, this.#bucket, `${this.#prefix}${name}/`);
  }

  async remove(): Promise<void> {
    for (const name of await this.files()) await this.removeFile(name);
  }

  async removeFile(name: string): Promise<void> {
    await this.#text("DELETE", name);
  }

  /** Everything that matches, over as many pages as the storage needs. */
  async #list(query: string): Promise<{ files: string[]; folders: string[] }> {
    const files: string[] = [];
    const folders: string[] = [];
    let token: string | undefined;
    do {
      const more = token ? `&continuation-token=${encodeURIComponent(token)}` : "";
      const response = await this.#fetch(`${this.#bucketUrl}?list-type=2${query}${more}`, { method: "GET" });
      const page = await response.text();
      files.push(...tagsOf(page, "Key"));
      folders.push(...[...page.matchAll(/<CommonPrefixes><Prefix>([^<]*)</g)].map((match) => unescapeXml(match[1]!)));
      token = tagsOf(page, "NextContinuationToken")[0];
    } while (token);
    return { files, folders };
  }

  async #text(method: string, name: string, query = "", body?: Buffer): Promise<string> {
    return (await this.#ask(method, name, query, body)).text();
  }

  #ask(method: string, name: string, query = "", body?: Buffer): Promise<Response> {
    const path = (this.#prefix + name).split("/").map(encodeURIComponent).join("/");
    return this.#fetch(`${this.#bucketUrl}/${path}${query}`, { method, ...(body && { body: new Uint8Array(body) }) });
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const isDownload = init.method === "GET";
    // A download may take as long as its reader; everything else is bounded.
    const limit = isDownload ? {} : { signal: AbortSignal.timeout(WITHIN_MS) };
    const response = await this.#client.fetch(url, { ...init, ...limit, aws: { datetime: signingTime() } });
    if (response.ok) return response;
    const code = codeIn(await response.text());
    const where = url.slice(this.#bucketUrl.length + 1).split("?")[0] || "its list of files";
    if (response.status === 404 && code !== "NoSuchBucket") throw new BackupError(`s3://${this.#bucket}/${where} is missing.`);
    throw new BackupError(`The bucket ${this.#bucket} answered ${response.status} to ${init.method} of ${where}: ${code}`);
  }
}

const codeIn = (answer: string) => /<Code>(\w+)<\/Code>/.exec(answer)?.[1] ?? "no reason";

async function* buffersOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Buffer> {
  if (!body) return;
  for await (const bytes of body) yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const tagsOf = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, "g"))].map((match) => unescapeXml(match[1]!));

function tagOf(xml: string, tag: string): string {
  const [found] = tagsOf(xml, tag);
  if (!found) throw new Error(`The bucket's answer has no ${tag}`);
  return found;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescapeXml = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
