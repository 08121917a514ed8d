import { resolve } from "node:path";
import fastify from "fastify";
import { z } from "zod";
import { respondInTime } from "#server/http/deadline.ts";
import { secret } from "#server/settings/secret.ts";
import { StartError } from "#server/settings/start-error.ts";
import { memoryStore } from "./records.ts";
import { sandboxRoutes } from "./routes.ts";

/** Settings of the standalone sandbox, which on exit forgets everything except its secrets. */
const settings = z.object({
  PORT: z.coerce.number<string>().int().min(0).max(65_535).default(4000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("./data"),
  /** The shop that receives the webhooks. */
  PUBLIC_URL: z.url().default("http://localhost:3000"),
  PAYPAL_CLIENT_ID: z.string().default("practice"),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().default("PRACTICE"),
  CULQI_PUBLIC_KEY: z.string().regex(/^pk_/).default("pk_test_practice"),
  CULQI_SECRET_KEY: z.string().regex(/^sk_/).optional(),
});

async function main(): Promise<void> {
  const given = settings.safeParse(process.env);
  if (!given.success) throw new StartError(`These settings are wrong:\n${z.prettifyError(given.error)}`);
  const value = given.data;
  const dataDir = resolve(value.DATA_DIR);
  const paypal = {
    clientId: value.PAYPAL_CLIENT_ID,
    clientSecret: value.PAYPAL_CLIENT_SECRET ?? secret(dataDir, "sandbox-paypal"),
    webhookId: value.PAYPAL_WEBHOOK_ID,
  };
  const culqi = {
    publicKey: value.CULQI_PUBLIC_KEY,
    secretKey: value.CULQI_SECRET_KEY ?? `sk_test_${secret(dataDir, "sandbox-culqi")}`,
  };
  const shop = value.PUBLIC_URL.replace(/\/+$/, "");
  const app = fastify();
  respondInTime(app);
  let url = "";
  sandboxRoutes(app, {
    store: memoryStore(),
    paypal,
    culqi,
    serverUrl: () => url,
    browserUrl: () => url,
    webhooks: () => ({ paypal: `${shop}/api/webhooks/paypal`, culqi: `${shop}/api/webhooks/culqi` }),
  });
  url = await app.listen({ port: value.PORT, host: value.HOST });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void app.close().then(() => process.exit(0)));
  console.log(`
  The stand-ins are open: ${url}/sandbox. Webhooks go to ${shop}. The shop uses them with:

  PAYPAL_BASE_URL=${url}/sandbox/paypal PAYPAL_CLIENT_ID=${paypal.clientId} PAYPAL_CLIENT_SECRET=${paypal.clientSecret} PAYPAL_WEBHOOK_ID=${paypal.webhookId}
  CULQI_BASE_URL=${url}/sandbox/culqi/v2 CULQI_PUBLIC_KEY=${culqi.publicKey} CULQI_SECRET_KEY=${culqi.secretKey}
`);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? `\n${error.message}\n` : error);
  process.exit(1);
});
