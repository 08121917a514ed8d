import type { FastifyBaseLogger } from "fastify";
import type { Config } from "./config.ts";
import type { Database } from "./db/connect.ts";
import type { InProcess } from "./in-process.ts";
import type { Kept } from "./kept.ts";
import type { KnownRequests } from "./known-requests.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { News } from "./news.ts";

/** Who makes a request. */
export interface Visitor {
  userId: string;
  role: "USER" | "ADMIN";
  sessionId: string;
}

/** The parts of a running shop, handed to every feature. */
export interface Shop {
  readonly config: Config;
  readonly database: Database;
  readonly kept: Kept;
  readonly known: KnownRequests;
  /** What changed, in whatever process. */
  readonly news: News;
  readonly mailer: Mailer;
  readonly log: FastifyBaseLogger;
  /** Answers `call` during server rendering, without HTTP. */
  readonly inProcess: InProcess;
  /** The visitor an access token stands for; null when it does not count (any more). */
  identify(accessToken: string): Promise<Visitor | null>;
  /** Whether everything the shop needs is in place (`/readyz`). */
  isReady(): Promise<boolean>;
}
