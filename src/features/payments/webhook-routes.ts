import type { FastifyInstance, FastifyRequest } from "fastify";
import { inTime } from "#server/http/deadline.ts";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { finishSoon } from "./jobs.ts";
import { paymentLimits } from "./limits.ts";
import { Unanswered, type WebhookNotice, type Provider, type ProviderName, type Providers } from "./providers/provider.ts";
import { readAttempt, readAttemptByRef, type Attempt } from "./store.ts";
import { insertWebhookEvent } from "./webhook-store.ts";

/** Larger than any provider's event. */
const BODY_LIMIT = 256 * 1024;

/** Receives the providers' webhooks. They only say where to look; the provider is then asked what happened. */
export function webhookRoutes(app: FastifyInstance, shop: Shop, providers: Providers): void {
  const limits = paymentLimits(shop);
  void app.register(async (raw) => {
    // Signatures cover the raw bytes.
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    for (const name of ["paypal", "culqi"] as const) {
      raw.post(`/api/webhooks/${name}`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
        await inTime(receive(name, request)).catch(refuseUnanswered);
        return reply.header("cache-control", "no-store").send({ success: true, error: false, message: "" });
      });
    }
  });

  async function receive(name: ProviderName, request: FastifyRequest): Promise<void> {
    const provider = await providers(name);
    if (!provider) throw refuse.notFound(t("This call was not found"));
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const pardon = await shop.shedding.queueForStranger(request, () => limits.countWebhook(request.ip));
    const countUnsigned = (chargeId: string) => limits.countUnsigned(request.ip, chargeId);
    const notice = await provider.readWebhook(body, request.headers, countUnsigned);
    if (!notice) throw refuse.badInput("body is not signed by the provider");
    await pardon();
    if (notice !== "nothing") await note(shop, provider, notice);
  }
}

/** The provider sends the event again after a 503. */
function refuseUnanswered(error: unknown): never {
  throw error instanceof Unanswered ? refuse.unavailable() : error;
}

/** Records the event and enqueues the job in one transaction, so that each event is processed once. */
async function note({ database }: Shop, provider: Provider, notice: WebhookNotice): Promise<void> {
  await database.transact(async ({ tx }) => {
    if (!(await insertWebhookEvent(tx, provider.name, notice.id))) return;
    const attempt: Attempt | undefined =
      "id" in notice.attempt ? await readAttempt(tx, notice.attempt.id) : await readAttemptByRef(tx, provider.name, notice.attempt.ref);
    if (attempt?.provider === provider.name) await finishSoon(tx, attempt.id, notice.chargeRef);
  });
}
