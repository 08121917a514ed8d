import type { FastifyReply } from "fastify";
import { html } from "#server/http/html.ts";
import { sendPage } from "../page.ts";
import { fromCents, toCents } from "./amounts.ts";
import type { Order } from "./order.ts";
import type { Money } from "./order-shape.ts";

const SHOWN_ITEMS = 12;

function toWords({ currency_code, value }: Money, language: "en" | "es"): string {
  const locale = language === "es" ? "es-PE" : "en-US";
  return new Intl.NumberFormat(locale, { style: "currency", currency: currency_code }).format(Number(value));
}

/** Where the payer returns to; the order's own page if the shop gave no URL. */
export function returnAddress(order: Order, approved: boolean): string {
  const given = approved ? order.context.return_url : order.context.cancel_url;
  if (!given) return `checkoutnow?token=${order.id}`;
  const url = new URL(given);
  url.searchParams.set("token", order.id);
  if (approved && order.payerId) url.searchParams.set("PayerID", order.payerId);
  return url.href;
}

/** The page where the payer approves or cancels: one plain form. */
export function sendApprovalPage(reply: FastifyReply, order: Order): FastifyReply {
  const language = order.context.locale?.startsWith("es") ? "es" : "en";
  const say = (english: string, spanish: string) => (language === "es" ? spanish : english);
  const shop = order.context.brand_name ?? say("the shop", "la tienda");
  const currency = order.units[0]!.amount.currency_code;
  const total = toWords(
    fromCents(
      order.units.reduce((sum, unit) => sum + toCents(unit.amount), 0n),
      currency,
    ),
    language,
  );
  const items = order.units.flatMap((unit) => unit.items ?? []);
  const lines = items.slice(0, SHOWN_ITEMS).map(
    (item) => html`<li><span>${item.name}<small>${item.quantity} × ${toWords(item.unit_amount, language)}</small></span>
<span>${toWords(fromCents(toCents(item.unit_amount) * BigInt(item.quantity), currency), language)}</span></li>`,
  );
  const more = items.length - lines.length;
  if (more > 0) lines.push(html`<li><span>${say(`and ${more} more`, `y ${more} más`)}</span><span></span></li>`);
  const approve =
    order.context.user_action === "PAY_NOW"
      ? say(`Pay ${total}`, `Pagar ${total}`)
      : say(`Continue with ${total}`, `Continuar con ${total}`);
  const form =
    order.status === "COMPLETED"
      ? html`<p class="quiet">${say("This payment is complete.", "Este pago ya se completó.")}</p>
<a class="button" href="${returnAddress(order, true)}">${say(`Back to ${shop}`, `Volver a ${shop}`)}</a>`
      : html`<form method="post" action="checkoutnow">
<input type="hidden" name="token" value="${order.id}">
<button name="action" value="approve">${approve}</button>
<button name="action" value="cancel">${say(`Cancel and return to ${shop}`, `Cancelar y volver a ${shop}`)}</button>
</form>`;
  const title = say(`PayPal in test mode: pay ${shop}`, `PayPal de prueba: pagar a ${shop}`);
  const main = html`<section class="card">
<h1>${title}</h1>
<p class="amount">${total}</p>
<p class="quiet">${say("You are logged in as Pat Practice, payer@sandbox.example.", "Iniciaste sesión como Pat Practice, payer@sandbox.example.")}</p>
${lines.length > 0 ? html`<ul class="lines">${lines}</ul>` : html``}
${form}
</section>`;
  const { return_url, cancel_url } = order.context;
  const targets = [return_url, cancel_url].flatMap((url) => (url ? [new URL(url).origin] : []));
  return sendPage(reply, 200, title, main, { targets: [...new Set(targets)], language });
}

/** For an order that doesn't exist or has expired, in the language of the browser. */
export function sendLapsedPage(reply: FastifyReply): FastifyReply {
  const language = reply.request.headers["accept-language"]?.startsWith("es") ? "es" : "en";
  const say = (english: string, spanish: string) => (language === "es" ? spanish : english);
  const main = html`<section class="card"><h1>${say("We couldn't find this payment", "No encontramos este pago")}</h1>
<p class="quiet">${say(
    "It may have expired: a payment can be approved for three hours. Go back to the shop and start again.",
    "Puede que haya vencido: un pago se puede aprobar durante tres horas. Vuelve a la tienda y empieza de nuevo.",
  )}</p></section>`;
  return sendPage(reply, 404, say("PayPal in test mode", "PayPal de prueba"), main, { language });
}
