import { pino } from "pino";
import { loadConfig, StartError, type Config } from "./config.ts";
import { openShop, type OpenShop } from "./open-shop.ts";

/** Longest time for requests under way after a signal. */
const GRACE_MS = 10_000;

process.env.NODE_ENV ??= "production";

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const shop = await openShop(config, pino({ level: config.logLevel }));
  const stop = once(async (signal: string) => {
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    shop.log.info({ signal }, "stopping");
    await shop.close();
    process.exit(0);
  });
  process.on("SIGINT", () => void stop("SIGINT"));
  process.on("SIGTERM", () => void stop("SIGTERM"));
  await listen(shop, config);
}

async function listen(shop: OpenShop, config: Config): Promise<void> {
  try {
    await shop.app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await shop.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new StartError(`Port ${config.port} is in use. Set PORT to another one.`);
    throw new StartError(`Cannot listen on ${config.host}:${config.port}: ${message}`);
  }
  console.log(`\n  ${config.shop.name} is open: ${config.publicUrl}\n${shop.welcome}`);
}

function once<T>(work: (value: T) => Promise<void>): (value: T) => Promise<void> {
  let running: Promise<void> | undefined;
  return (value) => (running ??= work(value));
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? `\n${error.message}\n` : error);
  process.exit(1);
});
