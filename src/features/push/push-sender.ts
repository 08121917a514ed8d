import * as https from "node:https";
import webPush from "web-push";
import { isPublicAddress } from "../files/public-address.ts";
import { lookupAllowed } from "../files/lookup-allowed.ts";
import { isPushService } from "./rules.ts";
import type { Subscription } from "./store.ts";
import type { VapidKeys } from "./vapid-keys.ts";

/** `gone`: the browser has ended it. `later`: it may work another time. `refused`: it won't. */
export type Outcome = "sent" | "gone" | "later" | "refused";

interface Message {
  payload: string;
  /** Replaces an undelivered message with the same topic: up to 32 letters and digits. */
  topic: string;
  /** How long the push service tries to deliver it. */
  seconds: number;
}

interface Options {
  /** Which machines may be asked. Differs from the default only in tests. */
  isAllowed?: (ip: string) => boolean;
  isService?: (address: string) => boolean;
  request?: typeof https.request;
}

const TIMEOUT_MS = 10_000;

/** Sends notifications to known push services on the public internet, without following redirects. */
export class PushSender {
  readonly #isAllowed: (ip: string) => boolean;
  readonly #isService: (address: string) => boolean;
  readonly #request: typeof https.request;

  constructor({ isAllowed = isPublicAddress, isService = isPushService, request = https.request }: Options = {}) {
    this.#isAllowed = isAllowed;
    this.#isService = isService;
    this.#request = request;
  }

  /** @param subject how a push service reaches the shop: `mailto:…` */
  async send({ endpoint, p256dh, auth }: Subscription, message: Message, keys: VapidKeys, subject: string): Promise<Outcome> {
    if (!this.#isService(endpoint)) return "refused";
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message.payload, {
      vapidDetails: { subject, ...keys },
      TTL: message.seconds,
      topic: message.topic,
      urgency: "normal",
    });
    const status = await this.#post(new URL(endpoint), headers, body);
    if (status === null || status === 429 || status >= 500) return "later";
    if (status === 404 || status === 410) return "gone";
    return status >= 200 && status < 300 ? "sent" : "refused";
  }

  /** @returns the status, or null without a response */
  #post(url: URL, headers: Record<string, string>, body: Buffer | null): Promise<number | null> {
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const sent = this.#request(url, { method: "POST", headers, agent: false, lookup: lookupAllowed(this.#isAllowed), signal });
      const end = (status: number | null) => {
        resolve(status);
        sent.destroy();
      };
      sent.on("error", () => end(null));
      sent.on("socket", (socket) => {
        socket.once("connect", () => {
          if (!this.#isAllowed(socket.remoteAddress ?? "")) end(null);
        });
      });
      sent.on("response", ({ statusCode = 0 }) => end(statusCode));
      sent.end(body);
    });
  }
}
