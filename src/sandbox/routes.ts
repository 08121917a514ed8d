import type { FastifyInstance } from "fastify";
import { Deliveries } from "./deliveries.ts";
import { Faults } from "./faults.ts";
import type { Store } from "./records.ts";
import type { Culqi } from "./culqi/culqi.ts";
import { culqiRoutes } from "./culqi/routes.ts";
import { overviewPage } from "./overview-page.ts";
import type { PayPal } from "./paypal/paypal.ts";
import { CERTIFICATE_PATH, paypalRoutes } from "./paypal/routes.ts";
import { signatureHeaders, signingKey } from "./paypal/signature.ts";

export interface SandboxOptions {
  store: Store;
  /** Unset: this provider is real. */
  paypal?: { clientId: string; clientSecret: string; webhookId: string } | undefined;
  culqi?: { publicKey: string; secretKey: string } | undefined;
  /** Base URL for the shop's server, without `/sandbox`; called when needed. */
  serverUrl: () => string;
  /** Base URL for browsers. */
  browserUrl: () => string;
  /** The shop's webhook URLs; undefined: none. */
  webhooks: () => { paypal: string; culqi: string } | undefined;
  /** Whether the shop's emails can be read at `/sandbox/mail`. */
  hasOutbox?: boolean;
  now?: () => number;
}

/** Faults of a sandbox in the same process. */
export interface Sandbox {
  faults: { paypal: Faults; culqi: Faults };
}

/** Registers the payment providers' stand-ins under `/sandbox`. */
export function sandboxRoutes(app: FastifyInstance, options: SandboxOptions): Sandbox {
  const { store, now = Date.now } = options;
  const faults = { paypal: new Faults("paypal", store), culqi: new Faults("culqi", store) };
  overviewPage(app, options);
  if (options.paypal) registerPayPal(app, options, { ...options.paypal, store, faults: faults.paypal, now });
  if (options.culqi) registerCulqi(app, options, { ...options.culqi, store, faults: faults.culqi, now });
  return { faults };
}

function registerPayPal(app: FastifyInstance, options: SandboxOptions, parts: Omit<PayPal, "deliveries" | "apiUrl" | "browserUrl">): void {
  const paypal: PayPal = {
    ...parts,
    get apiUrl() {
      return `${options.serverUrl()}/sandbox/paypal`;
    },
    get browserUrl() {
      return `${options.browserUrl()}/sandbox/paypal`;
    },
    deliveries: new Deliveries({
      provider: "paypal",
      store: parts.store,
      faults: parts.faults,
      log: app.log,
      url: () => options.webhooks()?.paypal,
      headers: async (body) => signatureHeaders(await signingKey(parts.store), paypal.apiUrl + CERTIFICATE_PATH, parts.webhookId, body),
    }),
  };
  runWith(app, paypal.deliveries);
  app.register(async (scope) => paypalRoutes(scope, paypal), { prefix: "/sandbox/paypal" });
}

function registerCulqi(app: FastifyInstance, options: SandboxOptions, parts: Omit<Culqi, "deliveries">): void {
  const deliveries = new Deliveries({
    provider: "culqi",
    store: parts.store,
    faults: parts.faults,
    log: app.log,
    url: () => options.webhooks()?.culqi,
    headers: async () => ({}),
  });
  runWith(app, deliveries);
  app.register(async (scope) => culqiRoutes(scope, { ...parts, deliveries }), { prefix: "/sandbox/culqi" });
}

/** Sends webhooks while the server is listening. */
function runWith(app: FastifyInstance, deliveries: Deliveries): void {
  app.addHook("onListen", async () => deliveries.start());
  app.addHook("onClose", async () => deliveries.stop());
}
