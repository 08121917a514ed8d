import type { IncomingMessage } from "node:http";
import * as https from "node:https";
import { isIP } from "node:net";
import { lookupAllowed } from "./lookup-allowed.ts";
import { isPublicAddress } from "./public-address.ts";
import { MAX_BYTES } from "./rules.ts";
import { t } from "#words/t.ts";

/** The bytes at an address, or why there are none, phrased to follow the address. */
export type Fetched = { ok: true; bytes: Buffer } | { ok: false; reason: string; mayHelpLater: boolean };

interface Options {
  /** Which machines may be asked. Differs from the default only in tests. */
  isAllowed?: (ip: string) => boolean;
  /** How to ask by each protocol. Differs from the default only in tests. */
  protocols?: Readonly<Record<string, typeof https.request>>;
  limits?: { bytes: number; redirects: number; ms: number };
}

const failed = (reason: string, mayHelpLater = false): Fetched => ({ ok: false, reason, mayHelpLater });
const notPublic = () => failed(t("is not on the public internet"));

/**
 * Fetches files from untrusted URLs, without letting them reach this machine or its network: every address that a name resolves to is
 * checked, again at each redirect, and once more when the connection is open. Size, time and redirects are limited.
 */
export class PictureFetcher {
  readonly #isAllowed: (ip: string) => boolean;
  readonly #protocols: Readonly<Record<string, typeof https.request>>;
  readonly #limits: { bytes: number; redirects: number; ms: number };

  constructor({ isAllowed, protocols, limits }: Options = {}) {
    this.#isAllowed = isAllowed ?? isPublicAddress;
    this.#protocols = protocols ?? { "https:": https.request };
    this.#limits = limits ?? { bytes: MAX_BYTES, redirects: 5, ms: 30_000 };
  }

  async fetch(address: string): Promise<Fetched> {
    const signal = AbortSignal.timeout(this.#limits.ms);
    let url = URL.parse(address);
    for (let hop = 0; hop <= this.#limits.redirects; hop++) {
      if (!url) return failed(t("is not an address"));
      const answer = await this.#ask(url, signal);
      if (!("next" in answer)) return answer;
      url = answer.next;
    }
    return failed(t("redirects too often"));
  }

  #ask(url: URL, signal: AbortSignal): Promise<Fetched | { next: URL | null }> {
    const request = this.#protocols[url.protocol];
    if (!request) return Promise.resolve(failed(t("is not an https address")));
    const host = url.hostname.replaceAll(/[[\]]/g, "");
    if (isIP(host) && !this.#isAllowed(host)) return Promise.resolve(notPublic());
    url.username = "";
    url.password = "";
    return new Promise((resolve) => {
      const headers = { accept: "image/*", "user-agent": "Despensa" };
      const sent = request(url, { agent: false, headers, lookup: lookupAllowed(this.#isAllowed), signal });
      const end = (answer: Fetched | { next: URL | null }) => {
        resolve(answer);
        sent.destroy();
      };
      sent.on("error", (error) => end(explain(error, signal)));
      sent.on("socket", (socket) => {
        socket.once("connect", () => {
          if (!this.#isAllowed(socket.remoteAddress ?? "")) end(notPublic());
        });
      });
      sent.on("response", (response) => {
        const { statusCode = 0, headers: said } = response;
        if ([301, 302, 303, 307, 308].includes(statusCode) && said.location) return end({ next: URL.parse(said.location, url.href) });
        if (statusCode !== 200) return end(failed(t("answers with {statusCode}", { statusCode }), statusCode >= 500 || statusCode === 429));
        this.#read(response).then(end, (error: Error) => end(explain(error, signal)));
      });
      sent.end();
    });
  }

  async #read(response: IncomingMessage): Promise<Fetched> {
    const tooLarge = failed(t("is larger than {most} MB", { most: Math.round(this.#limits.bytes / 1024 / 1024) }));
    if (Number(response.headers["content-length"]) > this.#limits.bytes) return tooLarge;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > this.#limits.bytes) return tooLarge;
      chunks.push(chunk);
    }
    return { ok: true, bytes: Buffer.concat(chunks) };
  }
}

function explain(error: Error, signal: AbortSignal): Fetched {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOTPUBLIC") return notPublic();
  if (signal.aborted) return failed(t("takes too long"), true);
  if (code === "ENOTFOUND") return failed(t("is on a server that does not exist"));
  return failed(t("could not be reached"), true);
}
