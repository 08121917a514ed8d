import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/site",
  ssr: true,
  // Few routes: no request for a manifest while shopping.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
