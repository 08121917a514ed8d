import * as z from "zod/mini";
import type { PayPalConfig } from "#server/settings/payment-settings.ts";
import { askProvider } from "../ask-provider.ts";
import { note } from "../../notes.ts";
import { Unanswered } from "../provider.ts";

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });
/** A token isn't used in its last minute. */
const MARGIN_MS = 60_000;

/** The access token for PayPal's API, shared by all requests until shortly before it expires. */
export class AccessToken {
  readonly #config: PayPalConfig;
  #held: { token: Promise<string>; until: number } | undefined;

  constructor(config: PayPalConfig) {
    this.#config = config;
  }

  /** @throws Unanswered */
  get(): Promise<string> {
    if (this.#held && this.#held.until > performance.now()) return this.#held.token;
    const held = { token: this.#fetch(), until: Infinity };
    this.#held = held;
    held.token.catch(() => this.#held === held && this.forget());
    return held.token;
  }

  /** Drops a token that PayPal refused. */
  forget(): void {
    this.#held = undefined;
  }

  async #fetch(): Promise<string> {
    const { baseUrl, clientId, clientSecret } = this.#config;
    const asked = performance.now();
    const { status, body } = await askProvider({
      method: "POST",
      url: `${baseUrl}/v1/oauth2/token`,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
      repeatable: true,
    });
    const answer = tokenAnswer.safeParse(body);
    if (status !== 200 || !answer.success) throw new Unanswered(note("PayPal gave no token: {status}", { status }));
    if (this.#held) this.#held.until = asked + answer.data.expires_in * 1000 - MARGIN_MS;
    return answer.data.access_token;
  }
}
