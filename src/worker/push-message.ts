import { pathIn, type Language } from "../words/language.ts";

interface Message {
  title?: string;
  body?: string;
  path?: string;
  tag?: string;
}

/** What a message that can't be read is about. */
const UNREAD = {
  en: { title: "Your order", body: "See what's new." },
  es: { title: "Tu pedido", body: "Mira las novedades." },
} as const;

/** A browser must show something for every message, whatever it is. */
export function readMessage(
  sent: { json: () => unknown } | null,
  spoken: Language,
): { title: string; body: string; tag: string; data: { path: string } } {
  let message: Message = {};
  try {
    message = (sent?.json() as Message | undefined) ?? {}; // sent by the shop
  } catch {
    // Not the shop's.
  }
  const { title, body, path = pathIn(spoken, "/dashboard/myorders"), tag = "order" } = { ...UNREAD[spoken], ...message };
  return { title, body, tag, data: { path } };
}
