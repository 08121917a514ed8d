import { ownerOfTokens } from "#web/session/tokens.ts";
import { readJson } from "#web/stored-json.ts";

/** Local storage key. Logging out removes it, like everything of the person. */
const KEY = "recent-searches";
const MOST = 8;
const LONGEST = 60;

interface Stored {
  /** Who was logged in when the last one was made. What someone searched for is nobody else's business on a shared computer. */
  owner?: string | undefined;
  texts: string[];
}

function read(): string[] {
  const { owner, texts } = readJson<Partial<Stored>>("localStorage", KEY, {});
  const isMine = owner === undefined || owner === ownerOfTokens();
  return isMine && Array.isArray(texts) ? texts.filter((text) => typeof text === "string").slice(0, MOST) : [];
}

function write(texts: string[]): void {
  if (texts.length === 0) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, JSON.stringify({ owner: ownerOfTokens(), texts } satisfies Stored));
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Searches made in this browser, newest first. They are never sent anywhere. */
export const recentSearches = {
  read,
  add(typed: string): void {
    const text = typed.trim().replace(/\s+/g, " ");
    if (text.length < 2 || text.length > LONGEST) return;
    write([text, ...read().filter((one) => !same(one, text))].slice(0, MOST));
  },
  remove: (text: string) => write(read().filter((one) => !same(one, text))),
  clear: () => write([]),
};
