import { slug } from "#shared/slug.ts";

interface Named {
  _id: string;
  name: string;
}

/** The addresses of the pages, for links; those of the back office are in `admin-paths.ts`. `routes.ts` maps them to files. */
export const paths = {
  home: "/",
  homePage: (page: number) => (page > 1 ? `/?page=${page}` : "/"),
  search: (q = "") => (q ? `/search?q=${encodeURIComponent(q)}` : "/search"),
  offers: "/search?offer=1&sort=discount",
  /** A search for exactly this text: typos are not forgiven. `narrowing` has its filters and sorting. */
  exactSearch: (q: string, narrowing: URLSearchParams) => `/search?${new URLSearchParams([["q", q], ["exact", "1"], ...narrowing])}`,
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
  changeOrder: (number: string) => `/dashboard/myorders/${number}/change`,
  addresses: "/dashboard/address",
  security: "/dashboard/security",
  /** Where the link of an invitation leads. */
  join: "/join",
  about: "/about-us",
  shipping: "/shipping-policy",
  returns: "/returns",
  contact: "/ContactUsPage",
  messageSent: "/SuccessMessage",
  privacy: "/privacy",
  terms: "/terms",
  complaintsBook: "/libro-de-reclamaciones",
} as const;

/** The pages below `/dashboard` that every user has. The others are the back office. */
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
