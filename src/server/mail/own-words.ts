import type { EmailKind, EmailWords, Settings } from "#shared/settings.ts";
import { language } from "#words/language.ts";
import { composeEmail, paragraph, type EmailContent, type Part, type From } from "./email.ts";

/** An email as the shop writes it originally. */
interface Original {
  subject: string;
  /** Empty if it has none. */
  greeting: string;
  parts: readonly Part[];
}

/** What `{name}` and `{order}` stand for. If a value is missing, texts that use it are replaced by the original ones. */
interface Values {
  order?: string | undefined;
  /** Only of a person whose address is confirmed: a stranger may have typed both. */
  name?: string | undefined;
}

type Chosen = Pick<Settings, "emails" | "emails_es">;

/**
 * The words that admins chose for an email in the current language. Spanish emails never get the English ones, since the rest of them is in
 * Spanish.
 */
export function ownWords({ emails, emails_es }: Chosen, kind: EmailKind): EmailWords | undefined {
  return (language() === "es" ? emails_es : emails)[kind];
}

/** Composes an email with the words that admins chose for its kind. Texts they left empty stay as in the original. */
export function composeWithWords(from: From, words: EmailWords | undefined, original: Original, { order, name }: Values): EmailContent {
  const values: Record<string, string | undefined> = { order, name, shop: from.name };
  const filled = (text = "") => {
    const isComplete = [...text.matchAll(PLACEHOLDER)].every(([, key = ""]) => values[key]);
    return isComplete ? text.replaceAll(PLACEHOLDER, (_, key: string) => values[key] ?? "") : "";
  };
  const closing = filled(words?.closing)
    .split(/\n{2,}/)
    .filter(Boolean);
  const greeting = filled(words?.greeting) || original.greeting;
  return composeEmail(from, filled(words?.subject) || original.subject, [
    ...(greeting ? [paragraph(greeting)] : []),
    ...original.parts,
    ...closing.map(paragraph),
  ]);
}

const PLACEHOLDER = /\{(order|name|shop)\}/g;
