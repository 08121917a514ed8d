import type { FastifyInstance } from "fastify";
import { TEST_CARDS } from "./culqi/cards.ts";
import { CHALLENGE_CODE } from "./culqi/tokens.ts";
import { TEST_PHONES } from "./culqi/yape.ts";
import { html } from "#server/http/html.ts";
import { sendPage } from "./page.ts";
import type { SandboxOptions } from "./routes.ts";

const OUTCOMES: Record<string, string> = {
  ok: "goes through",
  challenge: `the bank asks for a code: ${CHALLENGE_CODE}`,
  wrong_code: "the approval code is wrong",
};

const table = (numbers: readonly { number: string; outcome: string }[]) =>
  html`<table><thead><tr><th>Number</th><th>What happens</th></tr></thead><tbody>${numbers.map(
    ({ number, outcome }) =>
      html`<tr><td><code>${number}</code></td><td>${OUTCOMES[outcome] ?? `declined: ${outcome.replaceAll("_", " ")}`}</td></tr>`,
  )}</tbody></table>`;

/** `/sandbox`: an overview of everything to test with. */
export function overviewPage(app: FastifyInstance, options: SandboxOptions): void {
  app.get("/sandbox", async (_request, reply) => {
    const paypal = html`<section class="card"><h2>PayPal</h2>
<p class="quiet">Pay with PayPal in the shop: a page asks you to approve or cancel.</p></section>`;
    const culqi = html`<section class="card"><h2>Cards (Culqi)</h2>
<p class="quiet">Pay by card in the shop with one of these numbers, any future month and any CVV.</p>
${table(TEST_CARDS)}</section>
<section class="card"><h2>Yape (Culqi)</h2>
<p class="quiet">Where the shop's currency is PEN and Yape is switched on, pay with one of these phones and any approval code of six digits.</p>
${table(TEST_PHONES)}</section>`;
    const mail = html`<section class="card"><h2>Emails</h2>
<p class="quiet">No email leaves this machine: read them in <a href="/sandbox/mail">the outbox</a>. The shop printed the link that opens it when it started.</p></section>`;
    const parts = [...(options.hasOutbox ? [mail] : []), ...(options.paypal ? [paypal] : []), ...(options.culqi ? [culqi] : [])];
    const main = html`<h1>The shop's sandbox</h1>${parts}`;
    return sendPage(reply, 200, "Sandbox", main);
  });
}
