/** What a page tells the service worker. */
export type PageMessage = SeenPage | { kind: "forget" };

/** Which page is shown, and what the browser has loaded for it. `forget`: the person has changed. */
export interface SeenPage {
  kind: "seen";
  /** The path and query of the page, and of others to store. */
  pages: readonly string[];
  /** Scripts, styles, fonts and pictures. */
  files: readonly string[];
}

/** Names of the service worker's caches that say what a person has looked at: pages and pictures recently seen. */
export const PERSONAL_CACHES = ["pages", "pictures"] as const;

/** Names of all caches of the service worker. */
export const CACHES = {
  /** The built scripts, styles and fonts: the same for everyone, so they stay when someone logs out. */
  shell: "shell",
  pages: PERSONAL_CACHES[0],
  pictures: PERSONAL_CACHES[1],
} as const;

/** Set on <html> of a page that the service worker had stored: when, in ms. */
export const STORED_AT = "storedAt";
