import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";

/** An answer kept as bytes: whole, and compressed once somebody takes it so. */
export interface KeptAnswer {
  readonly status: number;
  readonly etag: string;
  readonly identity: Encoded;
  readonly br: Encoded;
  readonly gzip: Encoded;
}

/** The bytes of an answer in one encoding. */
export interface Encoded {
  readonly body: Buffer;
  /** Names and values in turn, as `writeHead` takes them. */
  readonly head: readonly string[];
}

/** Bytes below this are not worth compressing. */
const SMALL = 1024;
/** What both compressed forms of JSON or HTML take at most, as a part of the whole. */
const COMPRESSED = 0.5;

/** Headers of every answer: nobody guesses a type, and other shops learn no addresses. */
export const SAFE_HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "strict-origin-when-cross-origin" };

/** Makes the bytes of an answer that is to be sent many times. */
export function keepable(status: number, headers: Record<string, string>, text: string): KeptAnswer {
  const whole = Buffer.from(text);
  const encoded = (body: Buffer, encoding: Record<string, string> = {}): Encoded => ({
    body,
    head: Object.entries({ ...headers, ...SAFE_HEADERS, vary: "accept-encoding", "content-length": `${body.length}`, ...encoding }).flat(),
  });
  const identity = encoded(whole);
  const isSmall = whole.length < SMALL;
  let br: Encoded | undefined;
  let gzip: Encoded | undefined;
  return {
    status,
    etag: `"${createHash("sha256")
      .update(headers["location"] ?? "")
      .update(whole)
      .digest("base64url")
      .slice(0, 22)}"`,
    identity,
    get br() {
      return (br ??= isSmall ? identity : encoded(brotliCompressSync(whole, { params: BROTLI }), { "content-encoding": "br" }));
    },
    get gzip() {
      return (gzip ??= isSmall ? identity : encoded(gzipSync(whole, { level: 6 }), { "content-encoding": "gzip" }));
    },
  };
}

const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** An answer that was just made, and what it shows; without tags it is not kept. */
export interface Made {
  answer: KeptAnswer;
  tags: Iterable<string> | null;
}

/** One computation under way, and the tags dropped since it began. */
interface Making {
  readonly dropped: Set<string>;
  readonly answer: Promise<KeptAnswer>;
}

/**
 * Answers kept until what they show changes. Every entry carries tags (`product:…`, `category:…`); dropping a tag
 * drops the entries that carry it. Bounded by bytes, the least recently used go first.
 */
export class Kept {
  readonly #entries: LRUCache<string, { answer: KeptAnswer; tags: readonly string[] }>;
  readonly #keysOfTag = new Map<string, Set<string>>();
  readonly #making = new Set<Making>();
  readonly #makingOf = new Map<string, Making>();

  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ answer }, key) => 2048 + key.length * 2 + Math.ceil(answer.identity.body.length * (1 + COMPRESSED)),
      dispose: ({ tags }, key, reason) => {
        if (reason === "set") return;
        for (const tag of tags) {
          const keys = this.#keysOfTag.get(tag);
          keys?.delete(key);
          if (keys?.size === 0) this.#keysOfTag.delete(tag);
        }
      },
    });
  }

  /** What is kept under this key. */
  get(key: string): KeptAnswer | undefined {
    return this.#entries.get(key)?.answer;
  }

  /**
   * What is kept under this key, or else a new answer, which is kept unless something it shows changed meanwhile. Who asks
   * for it while it is made gets the same, but nobody gets one that was begun before a change.
   */
  async answer(key: string, work: () => Promise<Made>): Promise<KeptAnswer> {
    const known = this.get(key);
    if (known) return known;
    const other = this.#makingOf.get(key);
    if (other && other.dropped.size === 0) return other.answer;
    const dropped = new Set<string>();
    const making: Making = { dropped, answer: this.#run(key, dropped, work) };
    this.#making.add(making);
    this.#makingOf.set(key, making);
    try {
      return await making.answer;
    } finally {
      this.#making.delete(making);
      if (this.#makingOf.get(key) === making) this.#makingOf.delete(key);
    }
  }

  async #run(key: string, dropped: ReadonlySet<string>, work: () => Promise<Made>): Promise<KeptAnswer> {
    const { answer, tags } = await work();
    const all = [...new Set(tags)];
    const isOld = dropped.has(EVERYTHING) || all.some((tag) => dropped.has(tag));
    if (tags && !isOld) this.#keep(key, all, answer);
    return answer;
  }

  #keep(key: string, tags: readonly string[], answer: KeptAnswer): void {
    this.#entries.delete(key);
    this.#entries.set(key, { answer, tags });
    if (!this.#entries.has(key)) return; // larger than the whole store
    for (const tag of tags) {
      const keys = this.#keysOfTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysOfTag.set(tag, new Set([key]));
    }
  }

  /** Drops every entry that carries one of the tags; {@link EVERYTHING} drops all. */
  drop(tags: Iterable<string>): void {
    for (const tag of tags) {
      for (const { dropped } of this.#making) dropped.add(tag);
      if (tag === EVERYTHING) this.#entries.clear();
      else for (const key of [...(this.#keysOfTag.get(tag) ?? [])]) this.#entries.delete(key);
    }
  }
}

/** The tag of a change too large to name its parts, such as an import. */
export const EVERYTHING = "*";
