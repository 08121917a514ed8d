/** The Content-Security-Policy of a page that runs no script and loads nothing. */
export const STILL_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
