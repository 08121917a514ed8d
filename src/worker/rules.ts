import { splitLanguage } from "../words/language.ts";

/** A request, as far as it matters whether its response is stored. */
export interface Asked {
  path: string;
  isNavigation: boolean;
  /** A GET to the shop itself. */
  isOwn: boolean;
}

/** Pages that are for one moment only: they log in, order and pay, or act on a link from an email. */
const MOMENTARY =
  /^\/(?:checkout|success|cancel|login|register|join|verify-email|verification-otp|reset-password|forgot-password|SuccessMessage)\/?$/i;
/** Not the shop's pages. Calls of the API change things even by GET, such as a logout. */
const OTHERS = /^\/(?:api|sandbox|images|assets|demo|healthz|readyz|servez|metrics)(?:\/|$)|\.\w+$/i;
/** The end of a picture's address that says how wide it is. */
const SIZE = /\/\d+\.webp$/;
/** The back office is of no use offline. */
const BACK_OFFICE = /^\/dashboard\/(?!myorders(?:\/|$)|profile\/?$|address\/?$)/;

/** Built files, whose names change with their content. Fonts come faster from the browser's own cache, so that no text moves. */
export const isShell = ({ path, isOwn, isNavigation }: Asked): boolean =>
  isOwn && !isNavigation && /^\/assets\/[\w.-]+(?<!\.woff2)$/.test(path);

/** The mark in the header, whose address never changes. */
export const isMark = ({ path, isOwn, isNavigation }: Asked): boolean => isOwn && !isNavigation && path === "/favicon.svg";

/** Pictures of products, whose addresses change with their content. */
export const isPicture = ({ path, isOwn, isNavigation }: Asked): boolean =>
  isOwn && !isNavigation && /^\/(?:images|demo)\/.+\.webp$/.test(path);

/** Whether two addresses are sizes of one picture: `/images/apple/160.webp` and `/images/apple/320.webp`. */
export const isSamePicture = (one: string, other: string): boolean => SIZE.test(other) && one.replace(SIZE, "") === other.replace(SIZE, "");

/** Any page of the shop. */
export const isAnyPage = ({ path, isOwn, isNavigation }: Asked): boolean =>
  isOwn && isNavigation && !OTHERS.test(splitLanguage(path).address);

/** Pages for shoppers. They are the same for everyone: what is personal is not in them. */
export const isPage = (asked: Asked): boolean => {
  const { address } = splitLanguage(asked.path);
  return isAnyPage(asked) && !MOMENTARY.test(address) && !BACK_OFFICE.test(address);
};

/** One of the shopper's orders. */
export const isOrderPage = (path: string): boolean => /^\/dashboard\/myorders\/\w+\/?$/.test(splitLanguage(path).address);

/** The shop's own statuses of 500 and above. Its pages with these have a Content-Security-Policy, those of a gateway in front of it don't. */
const OWN_FAILURES = new Set([500, 503]);

/** Whether a response comes from a gateway that couldn't reach the shop, instead of from the shop. */
export const isFromGateway = ({ status, headers }: Pick<Response, "status" | "headers">): boolean =>
  status >= 500 && !(OWN_FAILURES.has(status) && headers.has("content-security-policy"));
