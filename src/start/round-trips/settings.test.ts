import { test } from "vitest";
import * as connections from "#features/shop/connections/contract.ts";
import { shopFace } from "#features/shop/contract.ts";
import * as emails from "#features/shop/emails/contract.ts";
import { changeSettings, originalBanner, readSettings } from "#features/shop/settings/contract.ts";
import * as texts from "#features/shop/texts/contract.ts";
import { openCallCounter } from "../../../tests/support/counted-calls.ts";
import { makeAdmin, PASSWORD } from "../../../tests/support/sign-up.ts";

const { near, call, count, check } = await openCallCounter();
const { token } = await makeAdmin(near);

test("settings and texts", { timeout: 60_000 }, async () => {
  await count(shopFace);
  await count(readSettings, undefined, { token });
  const { lowStock } = (await call(readSettings, undefined, { token })).body.data.settings;
  await count(changeSettings, { changes: { lowStock: Number(lowStock) + 1 }, was: { lowStock } }, { token });
  const changes = { currency: "EUR", ways: ["cash" as const] };
  const { currency, ways } = (await call(readSettings, undefined, { token })).body.data.settings;
  await count(changeSettings, { changes, was: { currency, ways } }, { token, when: "the currency" });
  await count(originalBanner, undefined, { token });
  const params = { name: "about" };
  await count(texts.shopText, undefined, { params });
  await count(texts.originalText, undefined, { token, params });
  await count(texts.previewText, { text: "# About" }, { token });
  const email = { token, params: { kind: "orders.placed-email" } };
  const words = { subject: "Thanks", greeting: "Hello,", closing: "" };
  await count(emails.originalEmail, undefined, email);
  await count(emails.previewEmail, words, email);
  await count(emails.sendTestEmail, words, email);
});

test("connections", { timeout: 60_000 }, async () => {
  const ownPassword = PASSWORD;
  await count(connections.listConnections, undefined, { token });
  await count(connections.setMail, { ownPassword, host: "smtp.example.com", port: 587, security: "starttls" }, { token });
  await count(connections.removeConnection, { ownPassword }, { token, params: { service: "mail" } });
});

test("each takes at most 3 round trips, except those listed", () => check(import.meta.filename));
