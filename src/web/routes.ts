import { index, type RouteConfig } from "@react-router/dev/routes";

/** The site map. */
export default [index("../features/catalogue/pages/home.tsx")] satisfies RouteConfig;
