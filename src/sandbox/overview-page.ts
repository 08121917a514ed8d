import type { FastifyInstance } from "fastify";
import { TEST_CARDS } from "./culqi/cards.ts";
import { CHALLENGE_CODE } from "./culqi/tokens.ts";
import { html } from "#server/http/html.ts";
import { sendPage } from "./page.ts";
import type { SandboxOptions } from "./routes.ts";

const OUTCOMES: Record<string, string> = {
  ok: "goes through",
  challenge: `the bank asks for a code: ${CHALLENGE_CODE}`,
};

/** `/sandbox`: an overview of everything to practice with. */
export function overviewPage(app: FastifyInstance, options: SandboxOptions): void {
  app.get("/sandbox", async (_request, reply) => {
    const rows = TEST_CARDS.map(
      (card) =>
        html`<tr><td><code>${card.number}</code></td><td>${OUTCOMES[card.outcome] ?? `declined: ${card.outcome.replaceAll("_", " ")}`}</td></tr>`,
    );
    const paypal = html`<section class="card"><h2>PayPal</h2>
<p class="quiet">Pay with PayPal in the shop: a page asks you to approve or cancel.</p></section>`;
    const culqi = html`<section class="card"><h2>Cards (Culqi)</h2>
<p class="quiet">Pay by card in the shop with one of these numbers, any future month and any CVV.</p>
<table><thead><tr><th>Number</th><th>What happens</th></tr></thead><tbody>${rows}</tbody></table></section>`;
    const mail = html`<section class="card"><h2>Emails</h2>
<p class="quiet">No email leaves this machine: read them in <a href="/sandbox/mail">the outbox</a>. The shop printed the link that opens it when it started.</p></section>`;
    const parts = [...(options.hasOutbox ? [mail] : []), ...(options.paypal ? [paypal] : []), ...(options.culqi ? [culqi] : [])];
    const main = html`<h1>The shop's sandbox</h1>${parts}`;
    return sendPage(reply, 200, "Sandbox", main);
  });
}
