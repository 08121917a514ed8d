import { slug } from "#shared/slug.ts";

interface Named {
  _id: string;
  name: string;
}

/** What can be printed for chosen orders. */
export type Paper = "packing-slips" | "invoices";

/** The addresses of the pages, for links. `routes.ts` maps them to files. */
export const paths = {
  home: "/",
  homePage: (page: number) => (page > 1 ? `/?page=${page}` : "/"),
  search: (q = "") => (q ? `/search?q=${encodeURIComponent(q)}` : "/search"),
  offers: "/search?offer=1&sort=discount",
  /** A search for exactly this text: typos are not forgiven. */
  exactSearch: (q: string) => `/search?${new URLSearchParams({ q, exact: "1" })}`,
  listing: (category: Named, subCategory: Named) => `/${slug(category.name, category._id)}/${slug(subCategory.name, subCategory._id)}`,
  product: (product: Named) => `/product/${slug(product.name, product._id)}`,
  login: "/login",
  register: "/register",
  forgotPassword: "/forgot-password",
  verificationOtp: "/verification-otp",
  resetPassword: "/reset-password",
  verifyEmail: "/verify-email",
  user: "/user",
  cart: "/cart",
  favorites: "/favorites",
  lists: "/lists",
  list: (id: string) => `/lists/${id}`,
  checkout: "/checkout",
  success: "/success",
  cancel: "/cancel",
  dashboard: "/dashboard",
  profile: "/dashboard/profile",
  myOrders: "/dashboard/myorders",
  order: (number: string) => `/dashboard/myorders/${number}`,
  addresses: "/dashboard/address",
  security: "/dashboard/security",
  adminCategories: "/dashboard/category",
  adminSubCategories: "/dashboard/subcategory",
  uploadProduct: "/dashboard/upload-product",
  adminProducts: "/dashboard/product",
  adminProduct: (id: string) => `/dashboard/product?edit=${id}`,
  productGrid: "/dashboard/product-grid",
  filters: "/dashboard/filters",
  searches: "/dashboard/searches",
  productImport: (id?: string, step?: "columns") => `/dashboard/import${id ? `/${id}` : ""}${step ? `?step=${step}` : ""}`,
  deleted: (kind?: string) => (kind ? `/dashboard/deleted?kind=${kind}` : "/dashboard/deleted"),
  allOrders: "/dashboard/allorders",
  allOrdersWhere: (filters: Readonly<Record<string, string>>) => `/dashboard/allorders?${new URLSearchParams(filters)}`,
  adminOrder: (number: string) => `/dashboard/allorders/${number}`,
  orderPapers: (numbers: readonly string[], paper: Paper) => `/dashboard/allorders/papers?paper=${paper}&orders=${numbers.join(",")}`,
  delivery: "/dashboard/delivery",
  pick: (numbers: readonly string[] = []) => (numbers.length > 0 ? `/dashboard/pick?orders=${numbers.join(",")}` : "/dashboard/pick"),
  bagLabels: (numbers: readonly string[]) => `/dashboard/pick/labels?orders=${numbers.join(",")}`,
  customers: "/dashboard/customers",
  customer: (id: string) => `/dashboard/customers/${id}`,
  inbox: "/dashboard/inbox",
  activity: "/dashboard/activity",
  staff: "/dashboard/staff",
  /** Where the link of an invitation leads. */
  join: "/join",
  settings: (group = "") => (group ? `/dashboard/settings/${group}` : "/dashboard/settings"),
  about: "/about-us",
  shipping: "/shipping-policy",
  returns: "/returns",
  contact: "/ContactUsPage",
  messageSent: "/SuccessMessage",
  privacy: "/privacy",
  terms: "/terms",
} as const;

/** The pages below `/dashboard` that are everybody's own. The others are the back office. */
const OWN_PAGES = [paths.profile, paths.myOrders, paths.addresses, paths.security];

/** Whether a page belongs to the back office, which has a frame of its own. */
export function isBackOffice(pathname: string): boolean {
  const path = pathname.toLowerCase();
  const isBelow = (place: string) => path === place || path.startsWith(`${place}/`);
  return isBelow(paths.dashboard) && !OWN_PAGES.some(isBelow);
}

/** The login page, which leads to `next` afterwards. */
export function loginThen(next: string): string {
  return `${paths.login}?next=${encodeURIComponent(next)}`;
}
