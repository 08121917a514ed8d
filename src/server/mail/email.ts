import { GREEN, shadesOf, type Shades } from "#shared/accent.ts";
import type { Identity } from "#shared/face.ts";
import { language, prefixOf } from "#words/language.ts";
import { t } from "#words/t.ts";
import { html, type Html } from "../http/html.ts";

export interface EmailContent {
  subject: string;
  text: string;
  html: string;
}

/** The brand color as mail clients in light and in dark mode show it. */
interface Brand {
  light: Pick<Shades, "leaf" | "on">;
  dark: Pick<Shades, "leaf" | "leaf2" | "on">;
}

/** A part of an email in HTML, and the same in plain text. */
export interface Part {
  html: Html | ((brand: Brand) => Html);
  text: string;
}

const FONT = "font-family:Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export function paragraph(text: string): Part {
  const lines = text.split("\n").map((line, place) => html`${place > 0 ? html`<br />` : ""}${line}`);
  return { html: html`<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:#1b241f">${lines}</p>`, text };
}

/** Small print. */
export function remark(text: string): Part {
  return { html: html`<p class="quiet" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:#525c55">${text}</p>`, text };
}

/** The main action, with its URL below. */
export function button(label: string, address: string): Part {
  return {
    html: ({ light: { leaf, on } }) => html`<p style="margin:8px 0 24px">
        <a
          class="button"
          href="${address}"
          style="display:inline-block;padding:14px 24px;border-radius:14px;background:${leaf};color:${on};font-size:16px;font-weight:700;text-decoration:none"
          >${label}</a
        >
      </p>
      <p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#525c55;word-break:break-all">
        ${t("Or open this link: {address}", { address })}
      </p>`,
    text: `${label}: ${address}`,
  };
}

/** The address of a page in the language of the email. */
export function page({ publicUrl }: { publicUrl: string }, path: string): string {
  return `${publicUrl}${prefixOf(language())}${path}`;
}

/** Digits to type in. */
export function code(digits: string): Part {
  return {
    html: html`<p
      class="code"
      style="margin:8px 0 24px;padding:16px 12px;border-radius:14px;background:#f3eee4;color:#1b241f;
      font-size:34px;font-weight:700;letter-spacing:8px;text-align:center;font-variant-numeric:tabular-nums"
    >
      ${digits}
    </p>`,
    text: digits,
  };
}

/** What somebody wrote, with their line breaks. */
export function quotation(words: string): Part {
  return {
    html: html`<p class="ink line" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid #d8cfbd;font-size:16px;line-height:1.5;color:#1b241f;white-space:pre-wrap;overflow-wrap:anywhere">${words}</p>`,
    text: words.replaceAll(/^/gm, "> "),
  };
}

/** What somebody filled in: a label with its text, one below the other. */
export function facts(rows: readonly (readonly [label: string, text: string])[]): Part {
  return {
    html: html`${rows.map(
      ([label, text]) =>
        html`<p class="ink" style="margin:0 0 10px;font-size:15px;line-height:1.4;color:#1b241f;white-space:pre-wrap;overflow-wrap:anywhere"><span class="quiet" style="font-size:13px;color:#525c55">${label}</span><br />${text}</p>`,
    )}`,
    text: rows.map(([label, text]) => `${label}: ${text}`).join("\n"),
  };
}

/** A {@link table} row: a label, and an amount on the right. */
export interface Row {
  label: string;
  /** What follows the label, such as brand and SKU. Each stays on one line if it fits. */
  parts?: readonly string[];
  /** A second, lighter line. */
  detail?: string;
  amount: string;
  strong?: boolean;
}

/** Rows of amounts. */
export function table(rows: readonly Row[]): Part {
  const cells = rows.map(({ label, parts = [], detail, amount, strong }) => {
    const weight = strong ? 700 : 400;
    const more = detail ? html`<br /><span class="quiet" style="font-size:13px;color:#525c55">${detail}</span>` : "";
    const whole = parts.map(
      (part, place) => html`${place === 0 ? ", " : " · "}<span style="display:inline-block;max-width:100%">${part}</span>`,
    );
    return html`<tr>
      <td
        class="ink line"
        style="padding:10px 12px 10px 0;border-bottom:1px solid #e8e1d3;font-size:15px;line-height:1.4;color:#1b241f;font-weight:${weight};overflow-wrap:anywhere"
      >
        ${label}${whole}${more}
      </td>
      <td
        class="ink line"
        align="right"
        valign="top"
        style="padding:10px 0;border-bottom:1px solid #e8e1d3;font-size:15px;line-height:1.4;color:#1b241f;font-weight:${weight};white-space:nowrap"
      >
        ${amount}
      </td>
    </tr>`;
  });
  return {
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-collapse:collapse">
      ${cells}
    </table>`,
    text: rows
      .map(({ label, parts = [], detail, amount }) => {
        const named = [label, parts.join(" · ")].filter(Boolean).join(", ");
        return `${named}${detail ? ` (${detail})` : ""}: ${amount}`;
      })
      .join("\n"),
  };
}

/** What an email says and shows of its shop. */
export type From = Pick<Identity, "name" | "email" | "accent" | "publicUrl">;

/** Composes an email. Uses tables and inline styles, which all mail clients support, plus styles for phones and dark mode. */
export function composeEmail({ name, email, accent, publicUrl }: From, subject: string, parts: readonly Part[]): EmailContent {
  const url = `${publicUrl}${prefixOf(language())}`;
  const brand = accent ? shadesOf(accent) : GREEN;
  const footer = `${name} · ${url} · ${email}`;
  return {
    subject,
    text: `${[subject, ...parts.map((part) => part.text), `-- \n${footer}`].join("\n\n")}\n`,
    html: html`<!doctype html>
      <html lang="${language()}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>${subject}</title>
          <style>
            ${styleOf(brand)}
          </style>
        </head>
        <body class="paper" style="margin:0;padding:0;background:#fbf8f2;${FONT}">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background:#fbf8f2">
            <tr>
              <td align="center" style="padding:24px 12px">
                <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;${FONT}">
                  <tr>
                    <td style="padding:0 8px 16px">
                      <a
                        class="brand"
                        href="${url}"
                        style="font-family:Fraunces,Georgia,serif;font-size:24px;font-weight:600;color:${brand.light.leaf};text-decoration:none"
                        >${name}</a
                      >
                    </td>
                  </tr>
                  <tr>
                    <td class="card" style="padding:32px 28px 16px;border-radius:20px;border:1px solid #e8e1d3;background:#ffffff">
                      <h1
                        class="ink"
                        style="margin:0 0 20px;font-family:Fraunces,Georgia,serif;font-size:26px;line-height:1.15;font-weight:600;color:#1b241f;overflow-wrap:anywhere"
                      >
                        ${subject}
                      </h1>
                      ${parts.map(({ html: part }) => (typeof part === "function" ? part(brand) : part))}
                    </td>
                  </tr>
                  <tr>
                    <td class="quiet" style="padding:20px 8px;font-size:13px;line-height:1.5;color:#525c55">
                      ${name} · <a class="quiet" href="${url}" style="color:#525c55">${url}</a> ·
                      <a class="quiet" href="mailto:${email}" style="color:#525c55">${email}</a>
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
          </table>
        </body>
      </html>`.toString(),
  };
}

const styleOf = ({
  dark,
}: Brand) => html` :root{color-scheme:light dark;supported-color-schemes:light dark} @media (max-width:480px){.card{padding:24px 18px
8px!important}.code{font-size:28px!important;letter-spacing:6px!important}} @media (prefers-color-scheme:dark){
.paper{background:#141a16!important}.card{background:#1c2420!important;border-color:#2e3832!important}
.ink{color:#f1eee6!important}.quiet{color:#b9c2ba!important}.line{border-color:#2e3832!important}.brand{color:${dark.leaf}!important}
.button{background:${dark.leaf2}!important;color:${dark.on}!important}.code{background:#101512!important;color:#f1eee6!important}}`;
