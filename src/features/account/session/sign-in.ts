import type { FastifyReply, FastifyRequest } from "fastify";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { emailNewLogin } from "../emails.ts";
import { accountLimits } from "../limits.ts";
import { rememberPlace } from "./known-places.ts";
import { noteSecurityEvent, originOf } from "../security-events.ts";
import type { Sessions, Tokens } from "./sessions.ts";

/** A person whose password was right. `passwordHash` is the hash it was compared with. */
interface Person {
  id: string;
  email: string;
  isConfirmed: boolean;
  passwordHash: string;
}

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
  async begin(person: Person, http: Http, steps: { twoStep?: boolean } = {}): Promise<Tokens> {
    const from = originOf(http);
    const { config, database } = this.#shop;
    const { tokens, isNewDevice, headers, eventId } = await database.transact(async (tx) => {
      const tokens = await this.#sessions.begin(tx, person, from, steps);
      const remembered = await rememberPlace(tx, config, person.id, http);
      const eventId = await noteSecurityEvent(tx, { kind: "login", userId: person.id, from });
      return { ...remembered, tokens, eventId };
    });
    http?.reply.headers(headers);
    if (isNewDevice && (await this.#mayTell(person))) await emailNewLogin(database.db, person.id, eventId);
    return tokens;
  }

  async #mayTell({ id, ...recipient }: Person): Promise<boolean> {
    return (await accountLimits(this.#shop).mayTellOfLogin(id)) && recipientLimit(this.#shop).allows(recipient);
  }
}
