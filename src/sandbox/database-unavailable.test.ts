import fastify from "fastify";
import { expect, test } from "vitest";
import type { Store } from "./records.ts";
import { sandboxRoutes } from "./routes.ts";

const here = () => "http://127.0.0.1:3000";

test("while the database is unavailable, the stand-ins respond 503 with Retry-After", async () => {
  const store: Store = { transact: () => Promise.reject(new Error("timeout exceeded when trying to connect")) };
  const app = fastify();
  sandboxRoutes(app, {
    store,
    paypal: { clientId: "id", clientSecret: "secret", webhookId: "hook" },
    culqi: { publicKey: "pk_test_practice", secretKey: "sk_test_practice" },
    serverUrl: here,
    browserUrl: here,
    webhooks: () => undefined,
  });
  const asCulqi = { authorization: "Bearer sk_test_practice" };
  const asPayPal = { authorization: `Basic ${btoa("id:secret")}`, "content-type": "application/x-www-form-urlencoded" };
  const answers = [
    await app.inject({ url: "/sandbox/culqi/v2/charges", headers: asCulqi }),
    await app.inject({
      method: "POST",
      url: "/sandbox/paypal/v1/oauth2/token",
      headers: asPayPal,
      payload: "grant_type=client_credentials",
    }),
    await app.inject("/sandbox/paypal/checkoutnow?token=X"),
  ];
  for (const { statusCode, headers } of answers) expect([statusCode, headers["retry-after"]]).toEqual([503, "2"]);
  await app.close();
});
