import type { FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { emailNewLogin } from "../emails.ts";
import { readDevices, recognize, rememberPlaces } from "./known-places.ts";
import { noteSecurityEvent, originOf } from "../security-events.ts";
import { refuseEnded, type Sessions, type Tokens } from "./sessions.ts";

/** A person whose password was right. `passwordHash` is the hash it was compared with. */
interface Person {
  id: string;
  passwordHash: string;
}

interface Options {
  /** Whether it took two steps, or a passkey. */
  twoStep?: boolean;
  /** The keys of the browsers that the account knows, if they have been read. */
  devices?: readonly string[];
  check?: Check | undefined;
}

/** What is still checked in the transaction, before anything else; no session begins if it rejects. */
export type Check = (tx: Db) => Promise<void>;

type Http = { request: FastifyRequest; reply: FastifyReply } | null;

/** Begins a session, remembers the browser and network, and reports a login from a new browser by email. */
export class SignIn {
  readonly #shop: Shop;
  readonly #sessions: Sessions;

  constructor(shop: Shop, sessions: Sessions) {
    this.#shop = shop;
    this.#sessions = sessions;
  }

  /**
   * `passwordHash` ties the session to the compared password (see {@link Sessions.begin}).
   * @throws Refusal 401 if the password has changed, or the person is no longer Active
   */
  async begin({ id: userId, passwordHash }: Person, http: Http, { twoStep = false, devices, check }: Options = {}): Promise<Tokens> {
    const from = originOf(http);
    const { config, database } = this.#shop;
    const { keys, isNewDevice, headers } = recognize(config, http, devices ?? (await readDevices(database.db, userId)));
    const tokens = await database
      .transact(async ({ tx, withCommit }) => {
        await check?.(tx);
        const eventId = newId();
        const begun = this.#sessions.begin(tx, { id: userId, passwordHash }, from, { twoStep });
        return withCommit(
          rememberPlaces(tx, userId, keys),
          noteSecurityEvent(tx, { id: eventId, kind: "login", userId, from }),
          ...(isNewDevice ? [emailNewLogin(tx, userId, eventId)] : []),
          begun,
        );
      })
      .catch(refuseEnded);
    http?.reply.headers(headers);
    return tokens;
  }
}
