import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { t } from "#words/t.ts";
import { refuse } from "../http/errors.ts";
import type { Shop } from "../shop.ts";

const BUILT = join(import.meta.dirname, "../../../build/worker/sw.js");
const UNREGISTER = join(import.meta.dirname, "../../worker/unregister.js");

/** Serves the service worker, or, with OFFLINE=off, one that removes it from browsers. */
export function workerRoute(app: FastifyInstance, { config }: Pick<Shop, "config">): void {
  let script: string | undefined;
  app.get("/sw.js", async (_request, reply) => {
    try {
      script ??= readFileSync(config.offline ? BUILT : UNREGISTER, "utf8");
    } catch {
      throw refuse.notFound(t("File not found"));
    }
    // Browsers ask for it with every page that is opened; it may load nothing but the shop's own files.
    return reply
      .type("text/javascript; charset=utf-8")
      .headers({ "cache-control": "no-cache", "content-security-policy": "default-src 'none'; connect-src 'self'" })
      .send(script);
  });
}
