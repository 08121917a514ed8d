import type { FastifyBaseLogger } from "fastify";
import type { Identity } from "#shared/face.ts";
import type { Role } from "#shared/roles.ts";
import type { Settings } from "#shared/settings.ts";
import type { Config } from "./settings/config.ts";
import type { PaymentsConfig } from "./settings/payment-settings.ts";
import type { Database } from "./db/connect.ts";
import type { InProcess } from "./render/in-process.ts";
import type { ResponseCache } from "./cache/response-cache.ts";
import type { RawRequestCache } from "./cache/raw-request-cache.ts";
import type { Mailer, MailWay } from "./mail/mailer.ts";
import type { Invalidations } from "./cache/invalidations.ts";
import type { Drain } from "./http/drain.ts";
import type { LoadShedding } from "./limits/load-shedding.ts";

/** Someone who is logged in. */
export interface LoggedIn {
  userId: string;
  sessionId: string;
}

/** Who makes a request. */
export interface Visitor extends LoggedIn {
  role: Role;
  /** Whether they confirmed their email address. */
  isConfirmed: boolean;
  /** Whether they logged in with two steps or a passkey. */
  twoStep: boolean;
}

/** The parts of a running shop, passed to every feature. */
export interface Shop {
  readonly config: Config;
  readonly database: Database;
  readonly cache: ResponseCache;
  readonly rawRequests: RawRequestCache;
  /** Keeps uncached anonymous requests from slowing down buyers. */
  readonly shedding: LoadShedding;
  /** Tags invalidated by any process. */
  readonly invalidations: Invalidations;
  readonly mailer: Mailer;
  readonly log: FastifyBaseLogger;
  /** Answers `call` during server rendering, without HTTP. */
  readonly inProcess: InProcess;
  /** The settings in effect, in memory. Those that environment variables set can't be changed by admins, all others can at any time. */
  settings(): Promise<Settings>;
  /** What the shop is called, and how to reach it: a part of the settings. */
  identity(): Promise<Identity>;
  /** How payment providers are reached: from environment variables, or as stored by admins. */
  payments(): Promise<PaymentsConfig>;
  /** How emails are sent, likewise. */
  mail(): Promise<MailWay>;
  /**
   * Who the shop issued an access token to; null if it didn't, or it has expired. The database isn't asked whether its session is still valid.
   */
  signedFor(accessToken: string): Promise<LoggedIn | null>;
  /** The visitor an access token belongs to; null if it is invalid or expired. */
  identify(accessToken: string): Promise<Visitor | null>;
  /** Which of these sessions are valid, by id. */
  validSessions(sessionIds: readonly string[]): Promise<Set<string>>;
  readonly drain: Drain;
  /** The parts that the shop needs and that are not available, such as `database` (`/readyz`). */
  notReady(): Promise<string[]>;
}
