/** The languages of the shop. English is at the addresses of the specification, Spanish under `/es`. */
export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

let read: () => Language = () => "en";

/**
 * The language to answer in: in a page the language it was built in, on the server that of the request or the job. English if nobody asked
 * for another, as in a command.
 */
export function language(): Language {
  return read();
}

/** Tells how to find the current language. Called once, by the server. */
export function readLanguageWith(reader: () => Language): void {
  read = reader;
}

/** What the addresses of pages and calls start with in a language. */
export function prefixOf(spoken: Language): "" | "/es" {
  return spoken === "es" ? "/es" : "";
}

/** The address of a page in the current language: `/cart` is `/es/cart` in Spanish. */
export function localPath(path: string): string {
  return pathIn(language(), path);
}

/** The address of a page in a language. */
export function pathIn(spoken: Language, path: string): string {
  return spoken === "es" ? prefixOf(spoken) + path.replace(/^\/(?=\?|$)/, "") : path;
}

/** Splits an address into its language and the rest: `/es/cart` is `/cart` in Spanish. */
export function splitLanguage(address: string): { spoken: Language; address: string } {
  if (!/^\/es(?=[/?]|$)/.test(address)) return { spoken: "en", address };
  const rest = address.slice("/es".length);
  return { spoken: "es", address: rest.startsWith("/") ? rest : `/${rest}` };
}
